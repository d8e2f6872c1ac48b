/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A place together with the bytes that are accessed there. */
#ifndef HAGSTONE_EXHAUSTIVE_SIZED_PLACE_H
#define HAGSTONE_EXHAUSTIVE_SIZED_PLACE_H

#include <stdint.h>

#include "exhaustive/measurement.h"
#include "exhaustive/pairs/pairs.h"
#include "exhaustive/reuse/orders/granule_slots.h"

/* A place, and above it how many bytes are accessed there, or HAGSTONE_UNSIZED for more. */
typedef uint64_t hagstone_sized_place;
enum { HAGSTONE_UNSIZED = 255 };

static inline hagstone_sized_place hagstone_sized(hagstone_place place, uint64_t bytes) {
  return place | (bytes < HAGSTONE_UNSIZED ? bytes : (uint64_t)HAGSTONE_UNSIZED) << HAGSTONE_PLACE_BITS;
}
static inline uint64_t hagstone_size(hagstone_sized_place sized) { return sized >> HAGSTONE_PLACE_BITS; }
static inline hagstone_place hagstone_unsized(hagstone_sized_place sized) {
  return sized & ((1ull << HAGSTONE_PLACE_BITS) - 1);
}

/* Bytes accessed there: the site knows sizes too large for the place. */
static inline uint64_t hagstone_accessed_bytes(hagstone_sized_place place) {
  const uint64_t size = hagstone_size(place);
  return size == HAGSTONE_UNSIZED ? hagstone_site_of(hagstone_place_site(hagstone_unsized(place)))->bytes : size;
}

/* End of an access, cut off at the program's end: an access at a wild address faults as it would natively. */
static inline uint64_t hagstone_end_in_program(uint64_t address, uint64_t bytes) {
  const uint64_t end = 1ull << HAGSTONE_PROGRAM_ADDRESS_BITS;
  return address >= end ? address : bytes > end - address ? end : address + bytes;
}

#endif
