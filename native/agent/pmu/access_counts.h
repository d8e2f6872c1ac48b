// SPDX-License-Identifier: MIT
// Loads and stores retired by a thread, from its counters' readings (metrics.md section 4, "With counters"; RDX IV).
//
// A counter's reading is the kernel's: overflows times period plus the content of the hardware register, summed over
// all the times that the thread ran (perf_event_open(2), "Reading results"). The profiler's own accesses are
// subtracted:
// between the readings at a handler's beginning and end it is counted exactly, around them it is a number per handler
// that is measured once.
#ifndef HAGSTONE_PMU_ACCESS_COUNTS_H
#define HAGSTONE_PMU_ACCESS_COUNTS_H

#include <stdint.h>

#include "code/walk/walk.h"
#include "sampling/clocks/distance_clock.h"

namespace hagstone {

struct CounterReading {
  uint64_t value;
  uint64_t enabled;  // ns since it was enabled, and of those that it counted
  uint64_t running;
};

class AccessCounts {
 public:
  static constexpr unsigned capacity = 6;

  // `kinds`: whether each of `count` counters counts loads or stores. Several of one kind count on different kinds of
  // cores, of which the thread is on one at a time.
  void open(const WantedAccess *kinds, unsigned count, const CounterReading *readings);

  // At the beginning and at the end of a handler. They return the counts since the last of either: distances across a
  // lost one are unknown.
  [[nodiscard]] DistanceBreak enter(const CounterReading *readings);
  [[nodiscard]] DistanceBreak leave(const CounterReading *readings);

  // Accesses of the profiler per handler that no pair of readings sees.
  void set_unseen(uint64_t accesses) { unseen_ = accesses; }

  uint64_t counted() const { return counted_; }
  uint64_t own() const { return own_; }
  // The accesses of the target up to the last enter().
  uint64_t of_target() const { return counted_ > own_ ? counted_ - own_ : 0; }

 private:
  DistanceBreak advance(const CounterReading *readings);
  DistanceBreak check_times(WantedAccess kind, const CounterReading *readings) const;

  unsigned count_ = 0;
  WantedAccess kinds_[capacity] = {};
  CounterReading last_[capacity] = {};
  uint64_t counted_ = 0;
  uint64_t own_ = 0;
  uint64_t unseen_ = 0;
  uint64_t entered_at_ = 0;
};

}  // namespace hagstone

#endif
