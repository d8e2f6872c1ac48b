/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Granules whose bytes were stored last by several places of one thread: their owner word (last_stores.h) points to a
 * place for each byte. Loops that fill arrays of small elements leave many granules with the same places in the same
 * order: most of these share them, so that few are read, which stay in the processor's caches. */
#ifndef HAGSTONE_EXHAUSTIVE_MIXED_STORES_H
#define HAGSTONE_EXHAUSTIVE_MIXED_STORES_H

#include "owner_words.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_mixed_granule {
  hagstone_place places[HAGSTONE_GRANULE_BYTES]; /* 0: nobody stored the byte */
  uint64_t granules;                             /* that share them; 0: given back */
};

static inline int hagstone_is_mixed(uint64_t owner) { return (owner & HAGSTONE_OWNER_MIXED) != 0; }
static inline const struct hagstone_mixed_granule *hagstone_mixed_of(uint64_t owner) {
  return (const struct hagstone_mixed_granule *)(owner & ~HAGSTONE_OWNER_MIXED);
}

/* The following are of owner words that are not shared. Bytes that were stored, lowest address in the lowest bit. */
static inline uint32_t hagstone_stored_bytes(uint64_t owner) {
  if (!hagstone_is_mixed(owner)) return (uint32_t)(owner & HAGSTONE_OWNER_VALID);
  uint32_t stored = 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) stored |= (uint32_t)(hagstone_mixed_of(owner)->places[i] != 0) << i;
  return stored;
}
/* The place that stored byte `index` of the granule; the byte must have been stored. */
static inline hagstone_place hagstone_place_of_byte(uint64_t owner, uint32_t index) {
  return hagstone_is_mixed(owner) ? hagstone_mixed_of(owner)->places[index] : hagstone_owner_place(owner);
}
/* The owner word once `place` has stored the bytes of `mask`; `owner` is gone. Where there is no memory to tell bytes
 * apart the others are forgotten, counted as dropped_pairs_full. */
uint64_t hagstone_owner_after_store(uint64_t owner, uint32_t mask, hagstone_place place);
/* The owner word once the bytes of `mask` are forgotten; `owner` is gone. */
uint64_t hagstone_owner_without(uint64_t owner, uint32_t mask);

#ifdef __cplusplus
}
#endif

#endif
