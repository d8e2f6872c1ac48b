/* Values whose shares follow from the source: called with the number of rounds, a multiple of 10. */
#include <stdlib.h>

static volatile int exponents[4] = {8, 8, 8, 8};
static volatile long sum;

/* Nine of ten calls pass 8 as n. */
__attribute__((noinline, noclone)) long power(int n, long base) {
  long result = 1;
  for (int i = 0; i < n; i++) result *= base;
  return result;
}

/* All calls pass 1 as divisor. */
__attribute__((noinline, noclone)) long share(long amount, long divisor) { return amount / divisor; }

int main(int count, char **words) {
  const long rounds = strtol(words[1], NULL, 10);
  for (long i = 0; i < rounds; i++) {
    sum += power(i % 10 ? exponents[i & 3] : 3, i);
    sum += share(i, count - 1);
  }
  return 0;
}
