/* clear_a and clear_b have the same code, which a linker folds into one body (--icf=all). Each is called from a function of
 * its own, so that the caller says which one is meant. */
#include <stdlib.h>

enum { LENGTH = 1000 };

volatile long values[LENGTH];

__attribute__((noinline)) void clear_a(long value) {
  for (int i = 0; i < LENGTH; i++) values[i] = value; /* answer: a */
}

__attribute__((noinline)) void clear_b(long value) {
  for (int i = 0; i < LENGTH; i++) values[i] = value; /* answer: b */
}

/* The code of each differs. None ends in a tail call, which would remove its frame. */
__attribute__((noinline)) int only_a(int round) {
  clear_a(round);
  return round + 1;
}

__attribute__((noinline)) int only_b(int round) {
  clear_b(round);
  return round * 3;
}

/* The argument is the number of rounds. */
int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 0;
  int sum = 0;
  for (int round = 0; round < rounds; round++) sum += only_a(round) + only_b(round);
  return sum == 1;
}
