// SPDX-License-Identifier: MIT
// WAY ROUNDS: stores to memory that ends before anything accesses it again, and that the next round gets once more. No store of
// fill is dead.
//   free      after the block was filled
//   thread    another thread frees it, with others: a hand-over can take longer than a round
//   realloc   all but its beginning is given back, then the rest
//   moved     another block behind it keeps it from growing in place: the copied bytes are used
//   munmap    of a mapping
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { WORDS = 2048, KEPT = 64, BYTES = WORDS * 8, TOGETHER = 20 };

static void __attribute__((noinline)) fill(volatile uint64_t *memory, uint64_t value) {
  for (int i = KEPT; i < WORDS; i++) memory[i] = value;
}

static void **handed_over;

static void *free_what_comes(void *unused) {
  (void)unused;
  for (;;) {
    void **blocks = __atomic_load_n(&handed_over, __ATOMIC_ACQUIRE);
    if (!blocks) {
      sched_yield();
      continue;
    }
    if (!blocks[0]) return 0;
    for (int i = 0; i < TOGETHER; i++) free(blocks[i]);
    __atomic_store_n(&handed_over, 0, __ATOMIC_RELEASE);
  }
}

static void hand_over(void **blocks) {
  __atomic_store_n(&handed_over, blocks, __ATOMIC_RELEASE);
  while (__atomic_load_n(&handed_over, __ATOMIC_ACQUIRE)) sched_yield();
}

static int fill_for_another_thread(long rounds) {
  void *blocks[TOGETHER];
  pthread_t other;
  if (pthread_create(&other, 0, free_what_comes, 0)) return 1;
  for (long round = 0; round < rounds; round += TOGETHER) {
    for (int i = 0; i < TOGETHER; i++) {
      blocks[i] = malloc(BYTES);
      if (!blocks[i]) return 1;
      fill(blocks[i], (uint64_t)(round + i));
    }
    hand_over(blocks);
  }
  blocks[0] = 0;
  __atomic_store_n(&handed_over, blocks, __ATOMIC_RELEASE);
  pthread_join(other, 0);
  puts("done");
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *way = argv[1];
  const long rounds = atol(argv[2]);
  if (!strcmp(way, "thread")) return fill_for_another_thread(rounds);
  for (long round = 0; round < rounds; round++) {
    if (!strcmp(way, "munmap")) {
      void *pages = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (pages == MAP_FAILED) return 1;
      fill(pages, (uint64_t)round);
      munmap(pages, BYTES);
      continue;
    }
    void *block = malloc(BYTES);
    if (!block) return 1;
    fill(block, (uint64_t)round);
    if (!strcmp(way, "realloc")) {
      free(realloc(block, KEPT * 8));
    } else if (!strcmp(way, "moved")) {
      void *behind = malloc(BYTES);
      free(realloc(block, 2 * BYTES));
      free(behind);
    } else {
      free(block);
    }
  }
  puts("done");
  return 0;
}
