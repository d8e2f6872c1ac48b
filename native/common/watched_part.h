/* SPDX-License-Identifier: MIT
 *
 * Bytes that a watchpoint watches on behalf of a sampled access (metrics.md sections 2 and 4; WITCH 6.4): a register
 * sees at most 8 aligned bytes. Freestanding. */
#ifndef HAGSTONE_WATCHED_PART_H
#define HAGSTONE_WATCHED_PART_H

#include <stdint.h>

#include "random.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_watched_part {
  uint64_t address; /* aligned to `length` */
  uint32_t length;  /* bytes: 1, 2, 4 or 8 */
};

#define HAGSTONE_LINE_BYTES 64u

/* The largest aligned part of [address, address + length) around one of its bytes, chosen at random with equal
 * probability: an aligned access of at most 8 bytes is watched whole. `length` > 0. */
struct hagstone_watched_part hagstone_choose_watched_part(uint64_t address, uint32_t length,
                                                          struct hagstone_random *random);

/* The aligned 8 bytes around a random byte of [address, address + length). `length` > 0. */
struct hagstone_watched_part hagstone_choose_word(uint64_t address, uint32_t length, struct hagstone_random *random);

/* One of the seven other aligned 8 bytes in the line of `word`, each with equal probability. */
struct hagstone_watched_part hagstone_choose_other_word(struct hagstone_watched_part word, struct hagstone_random *random);

/* In a line, one of eight words can be watched: the accessed one and another one, each half the time, so that the
   analysis can tell when the line as a whole is touched again (metrics.md section 4). 1: the other one. Without lines
   it is always the accessed one.
 * `granularity` of reuse distance: 1, 8 or 64 bytes. */
int hagstone_reuse_waits_for_other_part(uint32_t granularity, struct hagstone_random *random);

/* The location whose reuse is awaited: of the access itself, or (`other`) another word of its line. */
struct hagstone_watched_part hagstone_choose_reused_part(uint32_t granularity, int other, uint64_t address, uint32_t length,
                                                         struct hagstone_random *random);

static inline int hagstone_parts_overlap(uint64_t address, uint64_t length, struct hagstone_watched_part part) {
  return address < part.address + part.length && part.address < address + length;
}

#ifdef __cplusplus
}
#endif

#endif
