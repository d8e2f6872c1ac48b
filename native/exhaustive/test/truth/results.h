// SPDX-License-Identifier: GPL-2.0-or-later
// The compared results: the counts of metrics.md, of engine or reference.
#ifndef HAGSTONE_TRUTH_RESULTS_H
#define HAGSTONE_TRUTH_RESULTS_H

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "reference/trace.h"

namespace hagstone::truth {

enum class Tool : uint8_t { dead_stores, silent_stores, redundant_loads, reuse, spatial_loads };

// Where a redundancy lies: a loop in the frame, or the frame.
struct Scope {
  ContextId frame = 0;  // 0: unknown
  uint64_t header = 0;  // 0: the frame
  auto operator<=>(const Scope &) const = default;
};

struct PairKey {
  Tool tool;
  bool approximate;
  ContextId watch;
  ContextId trap;
  std::string object;  // of spatial loads
  Scope scope = {};
  auto operator<=>(const PairKey &) const = default;
  size_t hash() const {
    return hash_of(tool, approximate, watch, trap, std::hash<std::string>()(object), scope.frame, scope.header);
  }
};
struct PairCount {
  uint64_t instances = 0;
  uint64_t bytes = 0;
  uint64_t interleaved_instances = 0;
  uint64_t interleaved_bytes = 0;
  auto operator<=>(const PairCount &) const = default;
};

struct ContextKey {
  Tool tool;
  ContextId context;
  auto operator<=>(const ContextKey &) const = default;
  size_t hash() const { return hash_of(tool, context); }
};
// Bytes of the accesses of one context that ended in no pair.
struct ContextCount {
  uint64_t use = 0;
  uint64_t unfinished = 0;
  uint64_t freed = 0;
  uint64_t interleaved = 0;
  uint64_t first = 0;
  auto operator<=>(const ContextCount &) const = default;
};

struct AccessKey {
  ContextId context;
  bool store;
  auto operator<=>(const AccessKey &) const = default;
  size_t hash() const { return hash_of(context, store); }
};
struct AccessCount {
  uint64_t instances = 0;
  uint64_t bytes = 0;
  auto operator<=>(const AccessCount &) const = default;
};

enum class Axis : uint8_t { time = 1, stack = 2, first = 3 };
struct DistanceKey {
  ContextId watch;  // 0: all pairs together
  ContextId trap;
  Axis axis;
  uint32_t granularity;
  uint64_t distance;  // the first of its part of an octave
  auto operator<=>(const DistanceKey &) const = default;
  size_t hash() const { return hash_of(watch, trap, axis, granularity, distance); }
};

// How many parts an octave has (docs/metrics.md). Of a pair it has few: the engine tells accesses of one instruction apart.
constexpr uint64_t parts_of_octave = 1024, parts_of_octave_of_pair = 32;

// Where the part of the octave begins that a distance is in; the lowest octaves have as many parts as distances.
inline uint64_t first_of_part(uint64_t distance, uint64_t parts) {
  uint64_t width = 1;
  while (distance / width >= 2 * parts) width *= 2;
  return distance - distance % width;
}

struct ObjectCount {
  uint64_t instances = 0;
  uint64_t bytes = 0;
  uint64_t redundant_instances = 0;
  uint64_t redundant_bytes = 0;
  uint64_t approximate_instances = 0;
  uint64_t approximate_bytes = 0;
  auto operator<=>(const ObjectCount &) const = default;
};

struct HashOfKey {
  template <typename Key>
  size_t operator()(const Key &key) const {
    return key.hash();
  }
};
template <typename Key, typename Count>
using Counts = std::unordered_map<Key, Count, HashOfKey>;

struct Results {
  Counts<PairKey, PairCount> pairs;
  Counts<ContextKey, ContextCount> contexts;  // of the memory tools
  Counts<AccessKey, AccessCount> accesses;
  Counts<DistanceKey, uint64_t> distances;
  std::map<std::string, ObjectCount> objects;
  Coverage coverage;
  uint64_t left_out = 0;  // count that the engine reports as left out
};

// One line for each number in which they differ, at most `most` lines; empty if they agree.
std::vector<std::string> differences(const Results &truth, const Results &found, const ContextTable &contexts, size_t most);

}  // namespace hagstone::truth

#endif
