// SPDX-License-Identifier: MIT
#include "range_map.h"

#include <algorithm>
#include <set>

namespace hagstone::symbols {

void RangeMap::add(uint64_t low, uint64_t high, uint32_t depth, uint32_t value) {
  if (low < high) ranges_.push_back({low, high, depth, value});
}

void RangeMap::emit(uint64_t low, uint32_t value) {
  const uint32_t before = segments_.empty() ? none : segments_.back().value;
  if (before != value) segments_.push_back({low, value});
}

void RangeMap::build() {
  std::stable_sort(ranges_.begin(), ranges_.end(), [](const Range &a, const Range &b) { return a.low < b.low; });
  const auto wins = [this](uint32_t left, uint32_t right) {
    const Range &a = ranges_[left];
    const Range &b = ranges_[right];
    if (a.depth != b.depth) return a.depth > b.depth;
    if (a.high - a.low != b.high - b.low) return a.high - a.low < b.high - b.low;
    return left < right;
  };
  std::set<uint32_t, decltype(wins)> open(wins);

  std::vector<uint32_t> by_end(ranges_.size());
  for (uint32_t i = 0; i < by_end.size(); ++i) by_end[i] = i;
  std::sort(by_end.begin(), by_end.end(), [this](uint32_t a, uint32_t b) { return ranges_[a].high < ranges_[b].high; });

  size_t starting = 0;
  size_t ending = 0;
  while (ending < by_end.size()) {
    const uint64_t next_end = ranges_[by_end[ending]].high;
    const bool start_first = starting < ranges_.size() && ranges_[starting].low < next_end;
    const uint64_t at = start_first ? ranges_[starting].low : next_end;
    while (ending < by_end.size() && ranges_[by_end[ending]].high == at) open.erase(by_end[ending++]);
    while (starting < ranges_.size() && ranges_[starting].low == at) open.insert(static_cast<uint32_t>(starting++));
    emit(at, open.empty() ? none : ranges_[*open.begin()].value);
  }
  ranges_ = {};
  segments_.shrink_to_fit();
}

std::optional<uint32_t> RangeMap::find(uint64_t address) const {
  auto after = std::upper_bound(segments_.begin(), segments_.end(), address,
                                [](uint64_t wanted, const Flat &segment) { return wanted < segment.low; });
  if (after == segments_.begin()) return std::nullopt;
  const uint32_t value = std::prev(after)->value;
  return value == none ? std::nullopt : std::optional<uint32_t>(value);
}

}  // namespace hagstone::symbols
