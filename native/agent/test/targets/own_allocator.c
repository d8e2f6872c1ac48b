// SPDX-License-Identifier: MIT
// A program with its own allocator, whose blocks libc's does not know: libc frees half of them (getline), by calling
// the program's functions.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

static _Alignas(16) unsigned char memory[1 << 20];
static size_t used;
static long frees;

void *malloc(size_t bytes) {
  used = (used + 15) / 16 * 16;
  if (bytes > sizeof memory - used) used = 0;
  void *block = memory + used;
  used += bytes;
  return block;
}
void free(void *block) { frees += block != 0; }
void *calloc(size_t count, size_t bytes) {
  void *block = malloc(count * bytes);
  return block ? memset(block, 0, count * bytes) : 0;
}
void *realloc(void *block, size_t bytes) {
  void *moved = malloc(bytes);
  return block && moved ? memmove(moved, block, bytes) : moved;
}

int main(void) {
  volatile uint64_t sum = 0;
  for (long round = 0; round < 400000; round++) {
    volatile uint64_t *block = malloc(512);
    for (int i = 0; i < 64; i++) block[i] = (uint64_t)round;
    sum += block[round % 64];
    free((void *)block);
  }
  printf("%ld\n", frees);
  return 0;
}
