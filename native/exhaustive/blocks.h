/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often code runs, by calling context: the use of every context follows from that and from the accesses that each
 * execution makes (raw_format.h, struct hagstone_block). Translated code increments a counter in the recording, which it
 * finds in a cache by (context, block); here is what happens when it is not there. */
#ifndef HAGSTONE_BLOCKS_H
#define HAGSTONE_BLOCKS_H

#include <stdint.h>

#include "common/raw_format.h"
#include "measurement.h"

/* Most accesses of one block; a longer run of code makes several. */
enum { HAGSTONE_MOST_BLOCK_ACCESSES = 256 };

struct hagstone_block_contents {
  uint64_t address; /* run-time, of the first instruction */
  uint32_t instruction_count;
  uint32_t access_count;
  uint32_t missing; /* accesses of its instructions that the translation leaves out (statistic dropped_access_form) */
  struct hagstone_block_access accesses[HAGSTONE_MOST_BLOCK_ACCESSES];
};

/* Cache of counters, direct-mapped. The byte offset of an entry is (hagstone_counter_hash of the context) XOR
 * hagstone_counter_place of the block: blocks of one piece of code, which were translated one after the other, share
 * cache lines in each context. */
enum { HAGSTONE_COUNTER_CACHE_BITS = 16 };
struct hagstone_cached_counter {
  uint64_t key;      /* context << 32 | block's number */
  uint64_t *counter; /* never null */
};
extern struct hagstone_cached_counter hagstone_counter_cache[1 << HAGSTONE_COUNTER_CACHE_BITS];
#define HAGSTONE_COUNTER_HASH 0x9e3779b1ull
#define HAGSTONE_COUNTER_MASK (((1ull << HAGSTONE_COUNTER_CACHE_BITS) - 1) * sizeof(struct hagstone_cached_counter))
static inline uint64_t hagstone_counter_hash(uint64_t context) {
  return context * HAGSTONE_COUNTER_HASH & HAGSTONE_COUNTER_MASK;
}
static inline uint64_t hagstone_counter_place(uint32_t number) {
  return number * sizeof(struct hagstone_cached_counter) & HAGSTONE_COUNTER_MASK;
}

/* Returns 0, or why blocks cannot be counted. */
const char *hagstone_start_blocks(void);

/* Number of the block, from 1, interned by its contents. 0: no room. */
uint32_t hagstone_block(const struct hagstone_block_contents *contents);

/* Called by translated code: puts the block's counter in the running context into the cache. */
void hagstone_find_block_counter(uint64_t number);
/* Of the counting run: one counter for all contexts, in memory of its own that hagstone_sum_up_blocks copies into the
 * recording. */
uint64_t *hagstone_total_block_counter(uint32_t number);

/* Accesses that no block tells (guarded ones, system calls), in the running context. */
void hagstone_count_access(const struct hagstone_site *site, uint64_t bytes);
void hagstone_count_access_in(hagstone_calling_context context, const struct hagstone_site *site, uint64_t bytes);

/* Sums all counters up into the statistics of the recording. */
void hagstone_sum_up_blocks(void);

/* In the child of a fork: the counters are gone. */
void hagstone_forget_block_counters(void);

#endif
