// SPDX-License-Identifier: MIT
// Which bytes of an access a watchpoint can see (metrics.md section 2; WITCH 6.4).
#ifndef HAGSTONE_SAMPLING_WATCHED_PART_H
#define HAGSTONE_SAMPLING_WATCHED_PART_H

#include <stdint.h>

#include "common/random.h"

namespace hagstone {

struct WatchedPart {
  uint64_t address;  // aligned to `length`
  uint32_t length;   // bytes: 1, 2, 4 or 8
};

// The largest aligned part of [address, address + length) around one of its bytes, chosen at random with equal
// probability: an aligned access of at most 8 bytes is watched whole. `length` > 0.
WatchedPart choose_watched_part(uint64_t address, uint32_t length, hagstone_random &random);

}  // namespace hagstone

#endif
