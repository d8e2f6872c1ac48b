// SPDX-License-Identifier: GPL-2.0-or-later
// Reuse distances as metrics.md section 4 has them, by looking back through all accesses: the ground truth of the tests.
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_BRUTE_FORCE_H
#define HAGSTONE_EXHAUSTIVE_REUSE_BRUTE_FORCE_H

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace hagstone::exhaustive::testing {

struct TracedAccess {
  uint64_t address;
  uint32_t bytes;  // 0: no access, but memory of `ended` bytes at `address` that ends
  uint32_t place;  // any number that tells instructions apart
  uint32_t thread = 1;
  uint64_t ended = 0;
};

struct Distances {
  using Counts = std::map<uint64_t, uint64_t>;  // by least distance of the bucket
  Counts time, stack;
  bool operator==(const Distances &) const = default;
};

struct ReuseTruth {
  Distances process;
  uint64_t first = 0;
  struct Pair {
    Distances distances;
    uint64_t locations = 0, bytes = 0;
    bool operator==(const Pair &) const = default;
  };
  std::map<std::pair<uint32_t, uint32_t>, Pair> pairs;  // by places of use and reuse
  bool operator==(const ReuseTruth &) const = default;
};

ReuseTruth brute_force_reuse(const std::vector<TracedAccess> &trace, uint32_t granularity, bool process_wide = false);

// With the resolution at which records keep distances of pairs: parts of an octave (first_of_part).
ReuseTruth with_pairs_in_parts(ReuseTruth truth);

}  // namespace hagstone::exhaustive::testing

#endif
