/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The words that identify the last store of a granule's bytes (last_stores.h). */
#ifndef HAGSTONE_EXHAUSTIVE_OWNER_WORDS_H
#define HAGSTONE_EXHAUSTIVE_OWNER_WORDS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#define HAGSTONE_GRANULE_BYTES 4u

/* An owner word is 0 (never stored) or
 *   shared 1 | mixed 1 | 0 0 | place 56 | valid 4
 * valid: bytes that were stored, lowest address in the lowest bit. Mixed: the other bits are the address of a struct
 * hagstone_mixed_granule, so that no byte seems valid to code that ignores it. Shared: they are that of a struct
 * hagstone_shared_granule. */
#define HAGSTONE_OWNER_VALID 0xfull
#define HAGSTONE_OWNER_PLACE_SHIFT 4u
#define HAGSTONE_OWNER_MIXED (1ull << 62)
#define HAGSTONE_OWNER_SHARED (1ull << 63)

static inline uint64_t hagstone_owner_of_place(hagstone_place place, uint64_t valid) {
  return place << HAGSTONE_OWNER_PLACE_SHIFT | valid;
}
static inline hagstone_place hagstone_owner_place(uint64_t owner) {
  return owner >> HAGSTONE_OWNER_PLACE_SHIFT & ((1ull << HAGSTONE_PLACE_BITS) - 1);
}

/* Told of stores that no access by their thread followed: the bytes, and how many of them are unread. */
typedef void hagstone_end_stores(hagstone_place place, uint64_t bytes, uint64_t unread);

#endif
