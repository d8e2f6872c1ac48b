// SPDX-License-Identifier: MIT
// The unit of reuse distances other than the thread's CPU time: accesses, by counters (metrics.md section 4).
#ifndef HAGSTONE_SAMPLING_DISTANCE_CLOCK_H
#define HAGSTONE_SAMPLING_DISTANCE_CLOCK_H

#include <stdint.h>

namespace hagstone {

// Why the distance between two readings is not known.
enum class DistanceBreak : uint8_t {
  none,
  backwards,    // a counter has less than before
  multiplexed,  // a counter did not count all the time (multiplexing, throttling)
};

// Belongs to one thread; safe in signal handlers.
class DistanceClock {
 public:
  // At the beginning and at the end of a handler: counts in between are the profiler's own. They return the counts
  // since the last of either.
  [[nodiscard]] virtual DistanceBreak enter() = 0;
  [[nodiscard]] virtual DistanceBreak leave() = 0;
  // The target's accesses, as of the last enter().
  virtual uint64_t now() const = 0;

 protected:
  ~DistanceClock() = default;
};

}  // namespace hagstone

#endif
