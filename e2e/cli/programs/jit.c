/* Compiles a loop of stores at run time, names it in /tmp/perf-PID.map as runtimes do for perf, and runs it.
 * Usage: jit ROUNDS */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* void compiled(long rounds in rdi, long *place in rsi):  again: mov [rsi], rdi; dec rdi; jnz again; ret */
static const unsigned char code[] = {0x48, 0x89, 0x3e, 0x48, 0xff, 0xcf, 0x75, 0xf8, 0xc3};

int main(int count, char **arguments) {
  enum { SIZE = 4096 };
  unsigned char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char path[64];
  snprintf(path, sizeof path, "/tmp/perf-%d.map", (int)getpid());
  FILE *map = fopen(path, "wx");
  if (memory == MAP_FAILED || !map) return 1;
  memcpy(memory, code, sizeof code);
  if (mprotect(memory, SIZE, PROT_READ | PROT_EXEC)) return 1;
  fprintf(map, "%lx %lx compiled_loop\n", (unsigned long)memory, (unsigned long)sizeof code);
  fclose(map);
  void (*compiled)(long, long *);
  memcpy(&compiled, &memory, sizeof compiled);
  long place = 0;
  compiled(count > 1 ? atol(arguments[1]) : 1, &place);
  return 0;
}
