/* Becomes another user, as servers do, and then stores each of 4 numbers 250,000 times: the last time alone is of use. */
#include <unistd.h>

enum { LENGTH = 4, ROUNDS = 250000 };

static volatile int numbers[LENGTH];

int main(void) {
  if (setgid(65534) || setuid(65534)) return 2;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < LENGTH; i++) numbers[i] = round;
  return 0;
}
