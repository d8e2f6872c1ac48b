// SPDX-License-Identifier: GPL-2.0-or-later
// Reuse distances: metrics.md section 4.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "common/raw_format.h"
#include "reference_tools.h"

namespace hagstone::truth {

namespace {

struct LastUse {
  uint64_t number;  // of the access within its thread
  ContextId context;
};

struct Range {
  uint64_t first, last;
};

// One thread's accesses at one granularity.
struct Order {
  std::vector<Range> accesses;  // granules; by number - 1
  std::unordered_map<uint64_t, LastUse> last;
};

class Reuse {
 public:
  Reuse(uint32_t granularity, Fault fault, Results& results)
      : granularity_(granularity), fault_(fault), results_(results) {}

  void event(const Event& event) {
    if (is_access(event)) access(event);
    else if (event.kind == EventKind::window_ends) orders_.clear();
    else if (is_end(event) && fault_ != Fault::freed_locations_known) end(event);
  }

 private:
  void access(const Event& event) {
    const Range range = {event.address / granularity_, (event.address + event.bytes - 1) / granularity_};
    Order& order = orders_[fault_ == Fault::distances_of_the_process ? 1 : event.thread];
    if (fault_ == Fault::granules_one_by_one) {
      for (uint64_t granule = range.first; granule <= range.last; granule++) touch(order, event, {granule, granule});
    } else {
      touch(order, event, range);
    }
  }

  void touch(Order& order, const Event& event, Range range) {
    const uint64_t now = order.accesses.size() + 1;
    // Latest use first, so that one walk back through the accesses serves all granules.
    std::vector<std::pair<uint64_t, uint64_t>> uses;  // number of the use, granule
    for (uint64_t granule = range.first; granule <= range.last; granule++) {
      const auto known = order.last.find(granule);
      if (known == order.last.end()) results_.distances[{0, 0, Axis::first, granularity_, 0}]++;
      else uses.push_back({known->second.number, granule});
    }
    std::sort(uses.rbegin(), uses.rend());
    std::unordered_set<uint64_t> between;
    uint64_t repeats = 0, at = now - 1;
    std::set<ContextId> counted;
    for (const auto& [use, granule] : uses) {
      const uint64_t from = fault_ == Fault::stack_from_own_access ? use - 1 : use;
      for (; at > from; at--)
        for (uint64_t g = order.accesses[at - 1].first; g <= order.accesses[at - 1].last; g++) between.insert(g), repeats++;
      count(event, order.last[granule].context, granule, now - use, fault_ == Fault::stack_with_repeats ? repeats : between.size());
    }
    order.accesses.push_back(range);
    for (uint64_t granule = range.first; granule <= range.last; granule++) order.last[granule] = {now, event.context};
  }

  void count(const Event& event, ContextId watch, uint64_t granule, uint64_t time, uint64_t stack) {
    if (fault_ == Fault::time_from_zero) time--;
    for (const auto& [axis, distance] : {std::pair{Axis::time, time}, std::pair{Axis::stack, stack}}) {
      results_.distances[{0, 0, axis, granularity_, hagstone_distance_bucket(distance)}]++;
      results_.distances[{watch, event.context, axis, granularity_, hagstone_distance_bucket(first_of_part(distance))}]++;
    }
    PairCount& pair = results_.pairs[{Tool::reuse, false, watch, event.context, ""}];
    if (granularity_ != coarsest_granularity) return;
    const uint64_t start = std::max(event.address, granule * granularity_);
    const uint64_t end = std::min(event.address + event.bytes, (granule + 1) * granularity_);
    pair.instances++;
    pair.bytes += end - start;
  }

  // Locations that end as a whole.
  void end(const Event& event) {
    const uint64_t first = (event.address + granularity_ - 1) / granularity_, end = (event.address + event.bytes) / granularity_;
    for (auto& [thread, order] : orders_)
      std::erase_if(order.last, [&](const auto& known) { return known.first >= first && known.first < end; });
  }

  const uint32_t granularity_;
  const Fault fault_;
  Results& results_;
  std::map<uint32_t, Order> orders_;
};

}  // namespace

void count_reuse(const Trace& trace, uint32_t granularity, Fault fault, Results& results) {
  Reuse reuse(granularity, fault, results);
  for (const Event& event : trace.events) reuse.event(event);
}

}  // namespace hagstone::truth
