// SPDX-License-Identifier: GPL-2.0-or-later
// Reuse distances: metrics.md section 4.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "reference_tools.h"

namespace hagstone::truth {

namespace {

struct Granule {
  uint64_t last_use = 0;  // number of the access within its thread; 0: none that is known
  ContextId context = 0;  // of that
  uint64_t seen_by = 0;   // number of the latest access that met it on its way back
};

struct Range {
  uint64_t first, last;
};

constexpr uint32_t nowhere = UINT32_MAX;

// One thread's accesses at one granularity.
struct Order {
  std::vector<uint32_t> touched;   // places in `granules`, of one access after the other
  std::vector<uint64_t> ends{0};   // of each access in `touched`; by number
  std::vector<Granule> granules;
  std::unordered_map<uint64_t, uint32_t> places;  // in `granules`

  uint32_t place_of(uint64_t granule) {
    const auto [place, added] = places.try_emplace(granule, static_cast<uint32_t>(granules.size()));
    if (added) granules.emplace_back();
    return place->second;
  }
};

class Reuse {
 public:
  Reuse(uint32_t granularity, Fault fault, Results &results)
      : granularity_(granularity), fault_(fault), results_(results) {}

  void event(const Event &event) {
    if (fault_ == Fault::reuse_of_loads_only && event.kind == EventKind::store) return;
    if (is_access(event))
      access(event);
    else if (event.kind == EventKind::window_ends)
      orders_.clear();
    else if (is_end(event) && fault_ != Fault::freed_locations_known)
      end(event);
  }

 private:
  void access(const Event &event) {
    const Range range = {event.address / granularity_, (event.address + event.bytes - 1) / granularity_};
    Order &order = orders_[fault_ == Fault::distances_of_the_process ? 1 : event.thread];
    if (fault_ == Fault::granules_one_by_one) {
      for (uint64_t granule = range.first; granule <= range.last; granule++) touch(order, event, {granule, granule});
    } else {
      touch(order, event, range);
    }
  }

  void touch(Order &order, const Event &event, Range range) {
    const uint64_t now = order.ends.size();
    // Latest use first, so that one walk back through the accesses serves all granules.
    struct Use {
      uint64_t number, granule;
      uint32_t place;
      auto operator<=>(const Use &) const = default;
    };
    std::vector<Use> uses;
    const size_t first = order.touched.size();
    for (uint64_t granule = range.first; granule <= range.last; granule++) {
      const uint32_t place = order.place_of(granule);
      order.touched.push_back(place);
      if (const uint64_t use = order.granules[place].last_use)
        uses.push_back({use, granule, place});
      else if (fault_ != Fault::first_locations_not_counted)
        results_.distances[{0, 0, Axis::first, granularity_, 0}]++;
    }
    std::sort(uses.rbegin(), uses.rend());
    uint64_t different = 0, repeats = 0;
    size_t at = first;
    for (const Use &use : uses) {
      const uint64_t from = fault_ == Fault::stack_from_own_access ? use.number - 1 : use.number;
      for (; at > order.ends[from]; repeats++) {
        if (order.touched[--at] == nowhere) continue;
        Granule &between = order.granules[order.touched[at]];
        different += between.seen_by != now;
        between.seen_by = now;
      }
      count(event, order.granules[use.place].context, use.granule, now - use.number,
            fault_ == Fault::stack_with_repeats ? repeats : different);
    }
    order.ends.push_back(order.touched.size());
    for (size_t i = first; i < order.touched.size(); i++) {
      Granule &granule = order.granules[order.touched[i]];
      granule.last_use = now;
      granule.context = event.context;
    }
  }

  void count(const Event &event, ContextId watch, uint64_t granule, uint64_t time, uint64_t stack) {
    if (fault_ == Fault::time_from_zero) time--;
    for (const auto &[axis, distance] : {std::pair{Axis::time, time}, std::pair{Axis::stack, stack}}) {
      results_.distances[{0, 0, axis, granularity_, first_of_part(distance, parts_of_octave)}]++;
      results_.distances[{watch, event.context, axis, granularity_, first_of_part(distance, parts_of_octave_of_pair)}]++;
    }
    PairCount &pair = results_.pairs[{Tool::reuse, false, watch, event.context, ""}];
    if (granularity_ != coarsest_granularity) return;
    const uint64_t start = std::max(event.address, granule * granularity_);
    const uint64_t end = std::min(event.address + event.bytes, (granule + 1) * granularity_);
    pair.instances++;
    pair.bytes += end - start;
  }

  // Locations that end as a whole.
  void end(const Event &event) {
    const uint64_t in_part = fault_ == Fault::parts_end_locations ? granularity_ - 1 : 0;
    const uint64_t first = (event.address + granularity_ - 1 - in_part) / granularity_;
    const uint64_t end = (event.address + event.bytes + in_part) / granularity_;
    for (auto &[thread, order] : orders_)
      for (uint64_t granule = first; granule < end; granule++)
        if (const auto known = order.places.find(granule); known != order.places.end()) forget(order, known->second);
  }
  void forget(Order &order, uint32_t place) {
    order.granules[place].last_use = 0;
    if (fault_ == Fault::freed_locations_not_between)
      std::replace(order.touched.begin(), order.touched.end(), place, nowhere);
  }

  const uint32_t granularity_;
  const Fault fault_;
  Results &results_;
  std::map<uint32_t, Order> orders_;
};

}  // namespace

void count_reuse(const Trace &trace, uint32_t granularity, Fault fault, Results &results) {
  Reuse reuse(granularity, fault, results);
  for (const Event &event : trace.events) reuse.event(event);
}

}  // namespace hagstone::truth
