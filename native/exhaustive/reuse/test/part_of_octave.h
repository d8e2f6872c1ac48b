// SPDX-License-Identifier: GPL-2.0-or-later
// The parts of distances by which single pairs are counted (pair_distances.h), in the plainest way.
#ifndef HAGSTONE_EXHAUSTIVE_PART_OF_OCTAVE_H
#define HAGSTONE_EXHAUSTIVE_PART_OF_OCTAVE_H

#include <cstdint>

namespace hagstone::exhaustive::testing {

// The least distance of the 32nd part of the octave that a distance is in; below 64 each is a part.
inline uint64_t first_of_part(uint64_t distance) {
  uint64_t width = 1;
  while (distance / width >= 64) width *= 2;
  return distance / width * width;
}

}  // namespace hagstone::exhaustive::testing

#endif
