// SPDX-License-Identifier: MIT
// Doubles a thread's sampling period while the profiler takes too much of the thread's time, and halves it again.
#ifndef HAGSTONE_SAMPLING_ADAPTIVE_PERIOD_H
#define HAGSTONE_SAMPLING_ADAPTIVE_PERIOD_H

#include <stdint.h>

namespace hagstone {

// How a thread's CPU time was spent since it started, ns.
struct TimeSpent {
  uint64_t target;
  uint64_t profiler;  // handlers, and the kernel's time for their traps
};

// Decides only by the times it is given; one per thread.
class AdaptivePeriod {
 public:
  enum class Change : uint8_t { none, raised, lowered };

  // `max_overhead`: the profiler's share of the thread's time that must not be passed, in millionths; 0: any.
  void open(uint32_t max_overhead);

  // At each sampling interrupt, with times that never fall.
  Change on_interrupt(const TimeSpent &spent);

  // The factor for the period: a power of two, at most 1024.
  uint32_t factor() const { return uint32_t{1} << doublings_; }

 private:
  static constexpr unsigned window = 16;         // interrupts that a decision looks back on
  static constexpr unsigned most_doublings = 10;
  // Halving the period doubles the overhead: below a third of the limit there is room to spare.
  static constexpr uint64_t room = 3;

  Change decide(const TimeSpent &oldest, const TimeSpent &newest);

  uint32_t max_overhead_ = 0;
  unsigned doublings_ = 0;
  unsigned seen_ = 0;  // interrupts since the last change
  TimeSpent interrupts_[window] = {};
};

}  // namespace hagstone

#endif
