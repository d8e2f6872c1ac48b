/* SPDX-License-Identifier: MIT
 *
 * Stores of a repeated string instruction, of which every other one brings nothing new.
 *
 * True answer, of silent stores:
 *   clear     one rep stosq sets all words to 0. Those of odd numbers are 0 already and always REDUNDANT_WITH clear itself (but
 *             for the first round); those of even numbers were changed by mark and are always CHANGED_BY clear. So half of
 *             its stores are silent; of the last word alone all would be, of the first alone none.
 *   mark      stores 1 to the even words: always CHANGED_BY clear.
 *
 * Usage: repeated_stores [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 4096, DEFAULT_ROUNDS = 400 * 1000 };

static volatile uint64_t words[LENGTH];

__attribute__((noinline)) static void clear(void) {
  volatile uint64_t *first = words;
  uint64_t count = LENGTH;
  __asm__ volatile("rep stosq" : "+D"(first), "+c"(count) : "a"(0) : "memory");
}

__attribute__((noinline)) static void mark(void) {
  for (int i = 0; i < LENGTH; i += 2) words[i] = 1;
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  for (int round = 0; round < rounds; round++) {
    clear();
    mark();
  }
  printf("%d %d\n", (int)words[0], (int)words[1]);
  return 0;
}
