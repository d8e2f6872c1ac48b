/* Represents the program in the documents' commands: clears a field needlessly, so that half of its stores are dead,
 * as often as a file says. Usage: solver [FILE] */
#include <stdio.h>

enum { LENGTH = 4096, ROUNDS = 2000 };

static volatile int field[LENGTH];
static volatile int sum;

static __attribute__((noinline)) void step(int round) {
  int total = 0;
  for (int i = 0; i < LENGTH; i++)
    field[i] = 0; /* dead */
  for (int i = 0; i < LENGTH; i++)
    field[i] = round; /* killing */
  for (int i = 0; i < LENGTH; i++)
    total += field[i];
  sum = total;
}

int main(int count, char **arguments) {
  int rounds = ROUNDS;
  FILE *file = count > 1 ? fopen(arguments[1], "r") : NULL;
  if (file != NULL && fscanf(file, "%d", &rounds) != 1) return 1;
  for (int round = 0; round < rounds; round++)
    step(round);
  return 0;
}
