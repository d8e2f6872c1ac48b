// SPDX-License-Identifier: MIT
#include "watch_phases.h"

#include "common/random.h"

namespace hagstone {

namespace {

// ns for a thread to wait once and go on, more than without open events (docs/parallel.md).
constexpr uint64_t first_armed = 1'350, each_further = 400;
// Of the overhead that is allowed; most of the rest is for handlers.
constexpr uint64_t share = 5;
// CPU time, ns: less says little of a thread.
constexpr uint64_t fewest = 20'000'000;

// The same in all threads: no state, only a number for each pair of neighbouring groups of phases.
bool second_half(uint64_t seed, unsigned doubling, uint64_t pair) {
  hagstone_random random;
  hagstone_random_seed(&random, seed ^ pair, doubling);
  return hagstone_random_next(&random) >> 31;
}

}  // namespace

void WatchPhases::begin(uint64_t seed, uint32_t max_overhead) {
  *this = {};
  seed_ = seed;
  max_overhead_ = max_overhead;
}

bool WatchPhases::watches(uint64_t phase) const {
  for (unsigned i = 0; i < doublings_; i++)
    if ((phase >> i & 1) != second_half(seed_, i, phase >> (i + 1))) return false;
  return true;
}

void WatchPhases::pass(uint64_t cpu_time, unsigned armed) {
  if (armed) cost_of_switches_ += static_cast<double>(cpu_time - passed_) * (first_armed + (armed - 1) * each_further);
  passed_ = cpu_time;
}

uint32_t WatchPhases::on_interrupt(uint64_t now, uint64_t switches) {
  if (begun_ && watched_) add_period(switches);
  interrupted_ = passed_;
  switches_ = switches;
  cost_of_switches_ = 0;
  if (!begun_ || group_of(now) != group_) {
    if (watched_time_ >= fewest) decide();
    group_ = group_of(now);
  }
  begun_ = true;
  watched_ = watches(now >> phase_shift);
  return watched_ ? uint32_t{1} << doublings_ : 0;
}

void WatchPhases::add_period(uint64_t switches) {
  const uint64_t time = passed_ - interrupted_;
  if (!time) return;
  watched_time_ += time;
  cost_ += cost_of_switches_ * static_cast<double>(switches - switches_) / static_cast<double>(time);
}

// Compares the cost of watching all the time with the allowed cost. A factor falls only if half of it would do with room
// to spare, so that it does not change to and fro.
void WatchPhases::decide() {
  constexpr double million = 1e6;
  const double allowed = static_cast<double>(watched_time_) * max_overhead_ / million / share;
  const double wanted = cost_ / allowed;
  while (doublings_ < most_doublings && wanted > (1u << doublings_)) doublings_++;
  while (doublings_ > 0 && wanted * 3 < (1u << doublings_)) doublings_--;
  watched_time_ = 0;
  cost_ = 0;
}

}  // namespace hagstone
