// SPDX-License-Identifier: MIT
// Exact reuse histograms of a trace, and sampled uses with their distances.
#ifndef HAGSTONE_COMMON_TEST_REUSE_HISTOGRAMS_H
#define HAGSTONE_COMMON_TEST_REUSE_HISTOGRAMS_H

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "../access_traces.h"
#include "reuse_reference.h"

using Histogram = std::map<uint64_t, uint64_t>;  // distance -> how many

// A location is `granularity` aligned bytes: a multiple of element_bytes. Distances are in accesses and in locations.
inline uint64_t location_of(const Access &access, uint64_t granularity) {
  return access.element * element_bytes / granularity;
}

struct ReuseHistograms {
  Histogram time;
  Histogram stack;
  uint64_t first_accesses = 0;  // in neither histogram; as many as there are locations
};
ReuseHistograms reuse_histograms(const AccessTrace &trace, uint64_t granularity);

struct SampledUse {
  uint64_t position;  // of the use in the trace, from 0
  std::optional<ReuseDistances> reuse;  // nothing: never accessed again
};
// `count` different uses chosen at random, ascending by position; all of them if there are fewer.
std::vector<SampledUse> sampled_uses(const AccessTrace &trace, uint64_t granularity, uint64_t count, uint64_t seed);

// The view of a watchpoint of 8 bytes on a line of `granularity` bytes: time distances from each access to the next one
// of the accessed element itself, and of each of the other elements of its line.
struct PartHistograms {
  Histogram own, other;
  uint64_t own_never = 0, other_never = 0;  // not accessed again
};
PartHistograms part_histograms(const AccessTrace &trace, uint64_t granularity);

#endif
