// SPDX-License-Identifier: MIT
#include "reuse_reference.h"

#include <algorithm>

namespace {

constexpr uint32_t first_capacity = 64;

uint32_t lowest_bit(uint32_t number) { return number & -number; }

}  // namespace

ReuseReference::ReuseReference() : tree_(first_capacity + 1) {}

void ReuseReference::add(uint32_t slot, int amount) {
  for (uint32_t node = slot + 1; node < tree_.size(); node += lowest_bit(node))
    tree_[node] += static_cast<uint32_t>(amount);
}

uint32_t ReuseReference::occupied_up_to(uint32_t slot) const {
  uint32_t sum = 0;
  for (uint32_t node = slot + 1; node; node -= lowest_bit(node)) sum += tree_[node];
  return sum;
}

// Slots are given out once; when none is left, the occupied ones move together in their order. At least half of them
// is free then, so that this costs O(log M) per access too.
void ReuseReference::renumber() {
  std::vector<Latest *> order;
  order.reserve(latest_.size());
  for (auto &[location, latest] : latest_) order.push_back(&latest);
  std::sort(order.begin(), order.end(), [](const Latest *a, const Latest *b) { return a->slot < b->slot; });
  tree_.assign(std::max<size_t>(first_capacity, 2 * order.size()) + 1, 0);
  next_slot_ = 0;
  for (Latest *latest : order) {
    latest->slot = next_slot_++;
    add(latest->slot, 1);
  }
}

std::optional<ReuseDistances> ReuseReference::access(uint64_t location) {
  if (next_slot_ + 1 == tree_.size()) renumber();
  accesses_++;
  auto [found, is_first] = latest_.try_emplace(location);
  Latest &latest = found->second;
  std::optional<ReuseDistances> distances;
  if (!is_first) {
    const uint32_t others = static_cast<uint32_t>(latest_.size()) - occupied_up_to(latest.slot);
    distances = {accesses_ - latest.time, others};
    add(latest.slot, -1);
  }
  latest = {accesses_, next_slot_++};
  add(latest.slot, 1);
  return distances;
}
