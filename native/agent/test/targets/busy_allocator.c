// SPDX-License-Identifier: MIT
// A program that spends all its time in its own allocator, but for a call of libm whenever it is run step by step: the
// processor's trap flag tells. Runs until its standard input ends.
#include <fcntl.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Alignas(16) unsigned char memory[1 << 22];
static size_t used;

static int is_stepped(void) {
  uint64_t flags;
  __asm__ volatile("pushfq; pop %0" : "=r"(flags)::"cc");
  return flags >> 8 & 1;
}

// Not a call that functions may be called in.
static int input_has_ended(void) {
  char character;
  return read(0, &character, 1) == 0;
}

void *malloc(size_t bytes) {
  used = (used + 15) / 16 * 16;
  if (bytes > sizeof memory - used) return NULL;
  used += bytes;
  return memory + used - bytes;
}
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t bytes) { return malloc(count * bytes); }
void *realloc(void *block, size_t bytes) {
  void *moved = malloc(bytes);
  return block && moved ? memmove(moved, block, bytes) : moved;
}

int main(void) {
  volatile double angle = 1;
  printf("ready\n");
  fflush(stdout);
  fcntl(0, F_SETFL, O_NONBLOCK);
  for (long round = 0; round % 1000 || !input_has_ended(); round++)
    if (is_stepped()) angle = cos(angle);
  printf("ended\n");
  return 0;
}
