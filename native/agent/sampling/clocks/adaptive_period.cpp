// SPDX-License-Identifier: MIT
#include "adaptive_period.h"

namespace hagstone {

void AdaptivePeriod::open(uint32_t max_overhead) {
  max_overhead_ = max_overhead;
  doublings_ = 0;
  seen_ = 0;
}

AdaptivePeriod::Change AdaptivePeriod::on_interrupt(const TimeSpent &spent) {
  if (!max_overhead_) return Change::none;
  TimeSpent &place = interrupts_[seen_ % window];
  const TimeSpent oldest = place;
  place = spent;
  const Change change = seen_ < window ? Change::none : decide(oldest, spent);
  // Measurements at another period say nothing about the new one.
  seen_ = change == Change::none ? seen_ + 1 : 0;
  return change;
}

AdaptivePeriod::Change AdaptivePeriod::decide(const TimeSpent &oldest, const TimeSpent &newest) {
  constexpr double million = 1e6;
  const auto profiler = static_cast<double>(newest.profiler - oldest.profiler);
  const double allowed = (profiler + static_cast<double>(newest.target - oldest.target)) * max_overhead_ / million;
  if (profiler > allowed && doublings_ < most_doublings) {
    doublings_++;
    return Change::raised;
  }
  if (profiler * room < allowed && doublings_ > 0) {
    doublings_--;
    return Change::lowered;
  }
  return Change::none;
}

}  // namespace hagstone
