// SPDX-License-Identifier: MIT
// Spaces out the first samples of threads while sampling threads that soon end takes too much of their time.
#ifndef HAGSTONE_SAMPLING_STARTING_THREADS_H
#define HAGSTONE_SAMPLING_STARTING_THREADS_H

#include <stdint.h>

#include "base/spin_lock.h"
#include "sampling/clocks/adaptive_period.h"

namespace hagstone {

// A thread's first sample comes at a random moment of its first factor() periods and represents all of them. So every
// ns of CPU time has the same chance, whatever the factor; threads that end before their first sample cost hardly
// anything. One per process.
class StartingThreads {
 public:
  // Like AdaptivePeriod::open; also for the child of a fork.
  void open(uint32_t max_overhead) {
    period_.open(max_overhead / part_of_overhead);
    lock_.reset();
    ended_ = 0;
    spent_ = {};
    __atomic_store_n(&factor_, 1u, __ATOMIC_RELAXED);
  }

  // Anywhere. A power of two.
  uint32_t factor() const { return __atomic_load_n(&factor_, __ATOMIC_RELAXED); }

  // Signals blocked. The CPU time of a thread that ended before its second sample. Costs that do not depend on sampling
  // are not in `spent.profiler`: no factor lowers them.
  AdaptivePeriod::Change count_end(const TimeSpent &spent) {
    lock_.lock();
    spent_.target += spent.target;
    spent_.profiler += spent.profiler;
    AdaptivePeriod::Change change = AdaptivePeriod::Change::none;
    if (++ended_ % group == 0) change = period_.on_interrupt(spent_);
    __atomic_store_n(&factor_, period_.factor(), __ATOMIC_RELAXED);
    lock_.unlock();
    return change;
  }

 private:
  // The cost of every start takes the rest.
  static constexpr uint32_t part_of_overhead = 4;
  // Few of them are sampled: a decision looks back on 16 groups.
  static constexpr uint32_t group = 16;

  SpinLock lock_;
  AdaptivePeriod period_;
  TimeSpent spent_ = {};
  uint32_t ended_ = 0;
  uint32_t factor_ = 1;
};

}  // namespace hagstone

#endif
