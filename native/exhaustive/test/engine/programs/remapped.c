// SPDX-License-Identifier: GPL-2.0-or-later
//
// Mappings that mremap lets grow where they are, moves, and moves while they grow; mappings whose contents madvise
// gives back, and a shared one, whose contents stay; and a data segment that shrinks and grows again. Bytes stored
// before are stored and loaded again afterwards by other functions.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define OWN_FUNCTION __attribute__((noinline))
enum { PAGE = 4096, WORDS = PAGE / 8 };

static void require(int holds) {
  if (!holds) abort();
}

OWN_FUNCTION static void stores_before(volatile uint64_t *memory) { memory[1] = 7; }
OWN_FUNCTION static void loads_before(volatile uint64_t *memory) { (void)memory[2]; }
OWN_FUNCTION static void stores_after(volatile uint64_t *memory) { memory[1] = 7; }
OWN_FUNCTION static void loads_after(volatile uint64_t *memory) { (void)memory[2]; }

OWN_FUNCTION static void loads_each_page(volatile uint64_t *memory, int pages) {
  for (int page = 0; page < pages; page++) (void)memory[page * WORDS];
}

__attribute__((always_inline)) static inline uint64_t *mapped(uint64_t pages) {
  uint64_t *memory = mmap(0, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  require(memory != MAP_FAILED);
  return memory;
}

OWN_FUNCTION static uint64_t *grows(void) { return mapped(8); }
OWN_FUNCTION static uint64_t *moves(void) { return mapped(2); }
OWN_FUNCTION static uint64_t *moves_and_grows(void) { return mapped(2); }

OWN_FUNCTION static uint64_t *is_emptied(void) { return mapped(2); }
OWN_FUNCTION static uint64_t *is_let_go(void) { return mapped(2); }
OWN_FUNCTION static uint64_t *is_shared(void) {
  uint64_t *memory = mmap(0, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(memory != MAP_FAILED);
  return memory;
}

OWN_FUNCTION static void advised(uint64_t *memory, int advice) {
  stores_before(memory);
  loads_before(memory);
  require(madvise(memory, 2 * PAGE, advice) == 0);
  stores_after(memory);
  loads_after(memory);
}

OWN_FUNCTION static uint64_t *place_to_go(void) { return mapped(2); }

OWN_FUNCTION static uint64_t *remapped(uint64_t *memory, uint64_t old_pages, uint64_t pages) {
  uint64_t *there = mremap(memory, old_pages * PAGE, pages * PAGE, MREMAP_MAYMOVE);
  require(there != MAP_FAILED);
  return there;
}

int main(void) {
  uint64_t *growing = grows();
  require(munmap(growing + 2 * WORDS, 6 * PAGE) == 0);
  stores_before(growing);
  loads_before(growing);
  require(remapped(growing, 2, 8) == growing);
  stores_after(growing);
  loads_after(growing);
  loads_each_page(growing, 8);

  uint64_t *moving = moves();
  stores_before(moving);
  loads_before(moving);
  uint64_t *const place = place_to_go();
  uint64_t *moved = mremap(moving, 2 * PAGE, 2 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place);
  require(moved == place);
  stores_after(moved);
  loads_after(moved);
  loads_each_page(moved, 2);

  uint64_t *both = moves_and_grows();
  require(mmap(both + 2 * WORDS, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
  stores_before(both);
  loads_before(both);
  uint64_t *const there = remapped(both, 2, 2000);
  require(there != both);
  stores_after(there);
  loads_after(there);
  loads_each_page(there, 2000);

  advised(is_emptied(), MADV_DONTNEED);
  advised(is_let_go(), MADV_FREE);
  advised(is_shared(), MADV_DONTNEED);

  uint64_t *const segment = sbrk(2 * PAGE);
  require(segment != (void *)-1);
  stores_before(segment);
  loads_before(segment);
  require(sbrk(-2 * PAGE) != (void *)-1);
  require(sbrk(2 * PAGE) == segment);
  stores_after(segment);
  loads_after(segment);
  return 0;
}
