// SPDX-License-Identifier: MIT
// Which bytes of an access's cache line another thread watches for (metrics.md section 2): a register sees at most 8 of
// the 64.
#ifndef HAGSTONE_SAMPLING_LINE_PART_H
#define HAGSTONE_SAMPLING_LINE_PART_H

#include <stdint.h>

#include "common/watched_part.h"

namespace hagstone {

inline constexpr uint64_t line_bytes = HAGSTONE_LINE_BYTES;

inline uint64_t line_of(uint64_t address) { return address & ~(line_bytes - 1); }

// A part of a line for another thread to watch, and how many parts it stands for.
struct SharedPart {
  hagstone_watched_part part;
  bool overlaps;  // with the access
  double weight;  // 1 / the probability that this part was chosen
};

// Half the time bytes of the access itself, otherwise bytes of the rest of its line (that of its first byte). Both are
// cut into the largest aligned parts of at most 8 bytes and one is drawn by size, so that a part of m of n bytes has
// the probability m / 2 n. The sum of `weight` over the parts that the other thread turns out to touch is an unbiased
// estimate of how many parts it touches, of the access and of the rest each (Horvitz and Thompson, "A Generalization
// of Sampling Without Replacement From a Finite Universe", 1952). An access that fills its line has no rest.
SharedPart choose_shared_part(uint64_t address, uint32_t length, hagstone_random &random);

}  // namespace hagstone

#endif
