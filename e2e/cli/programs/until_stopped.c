/* Stores each value twice, the first store wasted, until the recording is asked to stop, then as long again as
 * asked. Prints the seconds of CPU time until then; ends with status 7, or is killed by its child.
 * Usage: until_stopped SECONDS_OF_CPU_TIME_AFTERWARDS [killed] */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 1024, ROUNDS = 200, REQUEST_OFFSET = 8, STOP = 2 };

static volatile int values[LENGTH];

__attribute__((noinline)) static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < LENGTH; i++)
      values[i] = 0; /* dead */
    for (int i = 0; i < LENGTH; i++)
      values[i] = i; /* killing */
  }
}

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

int main(int count, char **arguments) {
  char path[4096];
  snprintf(path, sizeof path, "%s/control", getenv("HAGSTONE_RECORDING"));
  int control = open(path, O_RDONLY);
  if (count < 2) return 1;
  /* Without the file the recording ended before this program began, as happens on a busy machine. */
  uint32_t request = control < 0 ? STOP : 0;
  while (request != STOP) {
    work();
    if (pread(control, &request, sizeof request, REQUEST_OFFSET) != sizeof request) return 1;
  }
  double before = cpu_seconds();
  while (cpu_seconds() < before + atof(arguments[1])) work();
  if (count > 2) {
    if (fork() == 0) _exit(kill(getppid(), SIGKILL));
    pause();
  }
  printf("%f\n", before);
  return 7;
}
