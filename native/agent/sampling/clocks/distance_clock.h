// SPDX-License-Identifier: MIT
// What reuse distances are counted in where it is not the thread's CPU time: accesses, by counters (metrics.md section 4).
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

// Of one thread; safe in signal handlers.
class DistanceClock {
 public:
  // At the beginning and at the end of a handler: what is counted in between is the profiler's own. They return what
  // was found since the last of either.
  [[nodiscard]] virtual DistanceBreak enter() = 0;
  [[nodiscard]] virtual DistanceBreak leave() = 0;
  // The target's accesses, as of the last enter().
  virtual uint64_t now() const = 0;

 protected:
  ~DistanceClock() = default;
};

}  // namespace hagstone

#endif
