// SPDX-License-Identifier: GPL-2.0-or-later
//
// Blocks that realloc leaves where they are and moves, and those of the other allocators. Every block is allocated by a
// function of its own; its words are stored and then loaded once each by `uses`.
#include <stdint.h>
#include <stdlib.h>

#define OWN_FUNCTION __attribute__((noinline))
enum { WORD = sizeof(uint64_t), FEW = 100, MANY = 200, MAPPED = 1 << 18 };

OWN_FUNCTION static void uses(volatile uint64_t *block, uint64_t first, uint64_t end) {
  for (uint64_t i = first; i < end; i++) block[i] = i;
  for (uint64_t i = first; i < end; i++) (void)block[i];
}

static void require(int holds) {
  if (!holds) abort();
}

OWN_FUNCTION static uint64_t *small_to_grow(void) { return malloc(FEW * WORD); }
OWN_FUNCTION static uint64_t *grown(uint64_t *block) { return realloc(block, MANY * WORD); }
OWN_FUNCTION static uint64_t *large_to_shrink(void) { return malloc(MANY * WORD); }
OWN_FUNCTION static uint64_t *shrunk(uint64_t *block) { return realloc(block, FEW * WORD + 4); }
OWN_FUNCTION static uint64_t *small_to_move(void) { return malloc(FEW * WORD); }
OWN_FUNCTION static uint64_t *moved(uint64_t *block) { return realloc(block, MANY * WORD); }
OWN_FUNCTION static uint64_t *mapped_to_grow(void) { return malloc(MAPPED * WORD); }
OWN_FUNCTION static uint64_t *mapped_grown(uint64_t *block) { return realloc(block, 2 * MAPPED * WORD); }
OWN_FUNCTION static uint64_t *zeroed(void) { return calloc(FEW, WORD); }
OWN_FUNCTION static uint64_t *aligned(void) { return aligned_alloc(64, FEW * WORD / 64 * 64); }
OWN_FUNCTION static uint64_t *aligned_for_posix(void) {
  void *block = 0;
  return posix_memalign(&block, 256, FEW * WORD) ? 0 : block;
}

int main(void) {
  uint64_t *block = small_to_grow();
  uses(block, 0, FEW);
  require(grown(block) == block);
  uses(block, 0, MANY);
  uint64_t *shrinking = large_to_shrink();
  uses(shrinking, 0, MANY);
  require(shrunk(shrinking) == shrinking);
  uses(shrinking, 0, FEW);
  ((volatile uint8_t *)shrinking)[FEW * WORD] = 1;
  (void)((volatile uint8_t *)shrinking)[FEW * WORD];
  uint64_t *moving = small_to_move();
  uses(moving, 0, FEW);
  uint64_t *const barrier = zeroed();
  for (int i = 0; i < FEW; i++) (void)*(volatile uint64_t *)&barrier[i];
  uint64_t *const there = moved(moving);
  require(there != moving);
  uses(there, 0, MANY);
  uint64_t *large = mapped_to_grow();
  uses(large, 0, 1);
  large = mapped_grown(large);
  uses(large, MAPPED - 1, MAPPED + 1);
  uses(large, 2 * MAPPED - 1, 2 * MAPPED);
  uint64_t *const lines = aligned(), *const posix = aligned_for_posix();
  uses(lines, 0, FEW * WORD / 64 * 8);
  uses(posix, 0, FEW);
  free(block);
  free(shrinking);
  free(there);
  free(barrier);
  free(large);
  free(lines);
  free(posix);
  return 0;
}
