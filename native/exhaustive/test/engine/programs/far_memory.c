// SPDX-License-Identifier: GPL-2.0-or-later
//
// Memory at addresses that the program proposes, as those of Go and V8 do, or demands (argument "fixed"): dead stores and
// repeated loads in it, and where it is not.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { WORDS = 512, BYTES = WORDS * sizeof(uint64_t) };

__attribute__((noinline)) static void fill(volatile uint64_t *words, uint64_t value) {
  for (int i = 0; i < WORDS; i++) words[i] = value + i;
}

__attribute__((noinline)) static uint64_t sum(volatile uint64_t *words) {
  uint64_t result = 0;
  for (int i = 0; i < WORDS; i++) result += words[i];
  return result;
}

int main(int count, char **arguments) {
  const uintptr_t wanted[] = {0x2000000000, 0xc000000000, 0x100000000000, 0x200000000000, 0x700000000000};
  const int fixed = count > 1 && strcmp(arguments[1], "fixed") == 0 ? MAP_FIXED : 0;
  uint64_t result = 0;
  for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    uint64_t *words = mmap((void *)wanted[i], BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
    if (words == MAP_FAILED) return 2;
    fill(words, 1);
    fill(words, i);
    result += sum(words) + sum(words);
  }
  printf("%lu\n", (unsigned long)result);
  return 0;
}
