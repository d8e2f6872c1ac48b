// SPDX-License-Identifier: MIT
// The calling thread's loads and stores, from separate counters beside those that sample.
#ifndef HAGSTONE_PMU_ACCESS_CLOCK_H
#define HAGSTONE_PMU_ACCESS_CLOCK_H

#include <stdint.h>

#include "pmu/access_counts.h"
#include "pmu/events/event_selection.h"
#include "sampling/clocks/distance_clock.h"
#include "watch/perf_event.h"

namespace hagstone {

class AccessClock final : public DistanceClock {
 public:
  // Negative errno if a counter cannot be opened or read, or none is listed; nothing is open then.
  [[nodiscard]] int open(const EventSelection &events);
  void close();
  bool is_open() const { return count_ > 0; }

  DistanceBreak enter() override;
  DistanceBreak leave() override;
  uint64_t now() const override { return counts_.of_target(); }

  // The profiler's accesses that no pair of readings sees: from the interrupt to enter() and from leave() back. Measured
  // outside handlers by `interrupt`, which raises one interrupt whose handler calls both, and itself does no more
  // accesses than a call.
  // Returns the number, for the clocks of other threads.
  uint64_t calibrate(void (*interrupt)(void *argument), void *argument);

  void set_unseen(uint64_t accesses) { counts_.set_unseen(accesses); }

  uint64_t counted() const { return counts_.counted(); }
  uint64_t own() const { return counts_.own(); }

 private:
  bool read(CounterReading *readings);
  uint64_t measure_unseen(void (*interrupt)(void *argument), void *argument);

  PerfEvent events_[AccessCounts::capacity];
  unsigned count_ = 0;
  AccessCounts counts_;
};

}  // namespace hagstone

#endif
