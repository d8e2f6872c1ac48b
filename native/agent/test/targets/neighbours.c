/* SPDX-License-Identifier: MIT
 * Accesses that touch several watched places at once, and places that no watchpoint can cover completely.
 *
 *   write_vectors    stores vectors close together, other values each time
 *   read_vectors     loads them
 *   store_unaligned  stores doubles across 8-byte borders, 1 and 2 in turns, whose lower halves are the same
 *   exchange         swaps a word with a register by an atomic instruction, so that two values take turns in it
 *
 * Usage: neighbours [ROUNDS] */
#include <stdint.h>
#include <stdlib.h>

enum { VECTORS = 4, DOUBLES = 512, DEFAULT_ROUNDS = 600 * 1000 };

typedef int64_t vector __attribute__((vector_size(16)));

static vector vectors[VECTORS] __attribute__((aligned(64)));
static char doubles[8 * DOUBLES + 8] __attribute__((aligned(64)));
static volatile int64_t word;

/* Instructions under a name of their own, without those of a function around them, which access the stack. */
#define NAMED(name, instructions) \
  ".type " #name ", @function\n" #name ":\n" instructions ".size " #name ", . - " #name "\n"

__attribute__((noinline, noclone)) static void write_and_read(int64_t round) {
  const vector value = {round, round};
  vector sum = {0, 0};
  for (int i = 0; i < 200; i++)
    __asm__ volatile(NAMED(write_vectors, "movdqa %1, (%2)\nmovdqa %1, 16(%2)\nmovdqa %1, 32(%2)\nmovdqa %1, 48(%2)\n")
                     NAMED(read_vectors, "paddq (%2), %0\npaddq 16(%2), %0\npaddq 32(%2), %0\npaddq 48(%2), %0\n")
                     : "+x"(sum)
                     : "x"(value + i), "r"(vectors)
                     : "memory");
}

__attribute__((noinline)) static void store_unaligned(double value) {
  for (int i = 0; i < DOUBLES; i++)
    __asm__ volatile("movsd %1, %0" : "=m"(*(double(*)[1])(doubles + 4 + 8 * i)) : "x"(value));
}

__attribute__((noinline, noclone)) static int64_t exchange_often(int64_t value) {
  for (int i = 0; i < 100; i++)
    __asm__ volatile(NAMED(exchange, "xchg %0, %1\n") : "+r"(value), "+m"(word));
  return value;
}

int main(int count, char **arguments) {
  const int rounds = count > 1 ? atoi(arguments[1]) : DEFAULT_ROUNDS;
  int64_t result = 0;
  for (int round = 0; round < rounds; round++) {
    write_and_read(round);
    store_unaligned(round % 2 ? 1 : 2);
    result += exchange_often(round);
  }
  return result == 1;
}
