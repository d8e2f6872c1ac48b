// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_RANGE_MAP_H
#define HAGSTONE_SYMBOLS_RANGE_MAP_H

#include <cstdint>
#include <optional>
#include <vector>

namespace hagstone::symbols {

// Address → value, from ranges that may nest or overlap: where several cover an address, the one of the greatest
// depth wins, among equals the narrowest, then the one added first. build() flattens them once into disjoint
// segments, so that a search is one bisection.
class RangeMap {
 public:
  // Empty and inverted ranges are ignored.
  void add(uint64_t low, uint64_t high, uint32_t depth, uint32_t value);
  void build();
  std::optional<uint32_t> find(uint64_t address) const;
  bool empty() const { return segments_.empty(); }
  size_t size() const { return segments_.size(); }

 private:
  struct Range {
    uint64_t low;
    uint64_t high;
    uint32_t depth;
    uint32_t value;
  };
  // Covers [low, low of the next segment).
  struct Flat {
    uint64_t low;
    uint32_t value;
  };
  static constexpr uint32_t none = UINT32_MAX;

  void emit(uint64_t low, uint32_t value);

  std::vector<Range> ranges_;
  std::vector<Flat> segments_;
};

}  // namespace hagstone::symbols

#endif
