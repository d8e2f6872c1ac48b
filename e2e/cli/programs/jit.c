/* Compiles a function at run time that calls another one, names it in /tmp/perf-PID.map as runtimes do for perf, prints
 * the map's path and calls it: main, compiled_caller, work. Usage: jit */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LENGTH = 1024, ROUNDS = 300000 };

static volatile int values[LENGTH];

static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < LENGTH; i++)
      values[i] = 0; /* dead */
    for (int i = 0; i < LENGTH; i++)
      values[i] = i; /* killing */
  }
}

/* void compiled_caller(void (*callee)(void) in rdi): push rbp; mov rbp, rsp; call rdi; pop rbp; ret */
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};

int main(void) {
  enum { SIZE = 4096 };
  unsigned char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char path[64];
  snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
  FILE *map = fopen(path, "wx");
  if (memory == MAP_FAILED || !map) return 1;
  memcpy(memory, code, sizeof code);
  if (mprotect(memory, SIZE, PROT_READ | PROT_EXEC)) return 1;
  fprintf(map, "%lx %lx compiled_caller\n", (unsigned long)memory, (unsigned long)sizeof code);
  fclose(map);
  void (*compiled_caller)(void (*)(void));
  memcpy(&compiled_caller, &memory, sizeof compiled_caller);
  puts(path);
  compiled_caller(work);
  return 0;
}
