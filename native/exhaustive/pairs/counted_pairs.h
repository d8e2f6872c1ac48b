/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counts of exact pairs, kept next to each other in the recording instead of in the pairs' records. Compilers have
 * millions of pairs, and count instances all over them. This way only a few thousand pages change all the time; those of
 * the records, ten times as many, change only when a pair is created. If the process is killed, the counts are in the file. */
#ifndef HAGSTONE_EXHAUSTIVE_COUNTED_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_COUNTED_PAIRS_H

#include <stdint.h>

#include "pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of a new pair, from 1; 0: no room, counted as dropped_pairs_full. `scope`: as of hagstone_record_pair. */
uint32_t hagstone_new_counted_pair(const struct hagstone_pair_kind *kind, const struct hagstone_pair_key *key,
                                   uint32_t scope);

/* Counts of 2038 pairs have 2048 numbers. */
enum { HAGSTONE_COUNTED_TOGETHER_BITS = 11 };
extern struct hagstone_pair_counts **hagstone_counts_of_pairs;
static inline struct hagstone_pair_count *hagstone_count_of_pair(uint32_t number) {
  return &hagstone_counts_of_pairs[number >> HAGSTONE_COUNTED_TOGETHER_BITS]
              ->counts[(number & ((1u << HAGSTONE_COUNTED_TOGETHER_BITS) - 1)) - 1];
}

struct hagstone_exact_pair *hagstone_record_of_pair(uint32_t number);

/* More instances of a pair of `tool`, each of a byte at least. */
static inline void hagstone_count_in_counted_pair(uint32_t tool, uint32_t number, uint64_t instances, uint64_t bytes) {
  typedef uint64_t __attribute__((may_alias)) both;
  struct hagstone_pair_count *count = hagstone_count_of_pair(number);
  if (bytes > UINT32_MAX - count->bytes) {
    hagstone_count_in_pair(hagstone_record_of_pair(number), instances, bytes);
    return;
  }
  /* At once: the process may be killed in between. */
  *(both *)count += instances | bytes << 32;
  hagstone_bytes_in_pairs[tool] += bytes;
}

/* In the child of a fork: the pairs are gone with the parent's recording. */
void hagstone_forget_counted_pairs(void);

#ifdef __cplusplus
}
#endif

#endif
