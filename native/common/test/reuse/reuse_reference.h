// SPDX-License-Identifier: MIT
// Exact reuse distances of a stream of accesses (metrics.md section 4): the ground truth that RDX's estimates are compared with.
#ifndef HAGSTONE_COMMON_TEST_REUSE_REFERENCE_H
#define HAGSTONE_COMMON_TEST_REUSE_REFERENCE_H

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

struct ReuseDistances {
  uint64_t time;  // accesses after the use up to and including the reuse; 1 for an immediate reuse
  uint64_t stack;  // distinct other locations in between; 0 for an immediate reuse
  bool operator==(const ReuseDistances &other) const { return time == other.time && stack == other.stack; }
};

// Order statistics over the latest access of each location (Olken, "Efficient Methods for Calculating the Success
// Function of Fixed-Space Replacement Policies", 1981) in a Fenwick tree: O(log M) per access for M locations.
class ReuseReference {
 public:
  ReuseReference();

  // The distances back to the latest access of `location`; nothing if it is the first.
  std::optional<ReuseDistances> access(uint64_t location);

  uint64_t accesses() const { return accesses_; }
  uint64_t locations() const { return latest_.size(); }

 private:
  struct Latest {
    uint64_t time;  // number of the access, from 1
    uint32_t slot;  // its place in the order of latest accesses
  };
  void add(uint32_t slot, int amount);
  uint32_t occupied_up_to(uint32_t slot) const;
  void renumber();

  uint64_t accesses_ = 0;
  uint32_t next_slot_ = 0;
  std::vector<uint32_t> tree_;
  std::unordered_map<uint64_t, Latest> latest_;
};

#endif
