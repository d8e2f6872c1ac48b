/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often code runs in each calling context: the use of every context follows from that. For each (context, superblock)
 * there is an array with a counter for each of the superblock's blocks; translated code finds it in a cache. The counters
 * are in memory of their own and copied into the recording now and then: it takes them in twice the room. */
#ifndef HAGSTONE_EXECUTIONS_H
#define HAGSTONE_EXECUTIONS_H

#include <stdint.h>

/* Most blocks of one superblock. */
enum { HAGSTONE_MOST_BLOCKS_OF_SUPERBLOCK = 512 };

/* Cache of arrays, direct-mapped. The byte offset of an entry is (hagstone_counter_hash of the context) XOR
 * hagstone_counter_place of the superblock: those that were translated one after the other share cache lines in each
 * context. */
enum { HAGSTONE_COUNTER_CACHE_BITS = 16 };
struct hagstone_cached_counters {
  uint64_t key;    /* context << 32 | number of the superblock */
  uint64_t *first; /* counter; never null */
};
extern struct hagstone_cached_counters hagstone_counter_cache[1 << HAGSTONE_COUNTER_CACHE_BITS];
#define HAGSTONE_COUNTER_HASH 0x9e3779b1ull
#define HAGSTONE_COUNTER_MASK (((1ull << HAGSTONE_COUNTER_CACHE_BITS) - 1) * sizeof(struct hagstone_cached_counters))
static inline uint64_t hagstone_counter_hash(uint64_t context) {
  return context * HAGSTONE_COUNTER_HASH & HAGSTONE_COUNTER_MASK;
}
static inline uint64_t hagstone_counter_place(uint32_t superblock) {
  return superblock * sizeof(struct hagstone_cached_counters) & HAGSTONE_COUNTER_MASK;
}

/* Returns 0, or why executions cannot be counted. */
const char *hagstone_start_executions(void);

/* Number, from 1, of a superblock by its blocks. 0: no room. */
uint32_t hagstone_superblock(const uint32_t *blocks, uint32_t count);

/* Called by translated code: puts the superblock's counters in the running context into the cache. */
void hagstone_find_counters(uint64_t superblock);

/* Copies all counts into the recording and their sums into its statistics. */
void hagstone_record_executions(void);

/* In the child of a fork: nothing is recorded or counted yet. */
void hagstone_forget_executions(void);

#endif
