/* Stores each value twice, the first store wasted, until its input ends; then ends with status 7. Says when it
 * begins. Usage: busy */
#include <poll.h>
#include <unistd.h>

enum { LENGTH = 1024, ROUNDS = 2000 };

static volatile int values[LENGTH];

static __attribute__((noipa)) int work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < LENGTH; i++)
      values[i] = 0; /* dead */
    for (int i = 0; i < LENGTH; i++)
      values[i] = i; /* killing */
  }
  return values[LENGTH - 1];
}

int main(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  if (write(STDOUT_FILENO, "begin\n", 6) != 6) return 1;
  while (poll(&input, 1, 0) == 0) work();
  return 7;
}
