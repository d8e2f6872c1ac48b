// SPDX-License-Identifier: MIT
// When a thread that waits often may watch. An armed watchpoint costs time at each change between waiting and running
// (docs/parallel.md), so such a thread watches in one of 2, 4, … phases of time, and its samples there weigh as much more.
#ifndef HAGSTONE_SAMPLING_WATCH_PHASES_H
#define HAGSTONE_SAMPLING_WATCH_PHASES_H

#include <stdint.h>

namespace hagstone {

// One per thread. Decides only by the numbers it is given.
//
// The phases of `factor` form groups, and the one in which the thread watches is random in each group: a moment has the
// probability 1 / factor. The factor changes between groups only, so it never depends on which phase was drawn. The
// phases of a factor are among those of all smaller factors: threads of any factors can find each other's publications.
class WatchPhases {
 public:
  // `seed`: the same in all threads of a process. `max_overhead` in millionths, > 0.
  void begin(uint64_t seed, uint32_t max_overhead);
  bool have_begun() const { return max_overhead_ > 0; }

  // At the begin of each handler: so many watchpoints were armed since the one before. `cpu_time` in ns, never falls.
  void pass(uint64_t cpu_time, unsigned armed);

  // Then, at a sampling interrupt: how many times its weight a sample has that is taken now; 0: none is taken, and nothing
  // may be armed. `now`: ns of CLOCK_MONOTONIC, so that all threads watch at the same time. `switches` of the thread
  // between waiting and running, so far.
  uint32_t on_interrupt(uint64_t now, uint64_t switches);

  static constexpr unsigned phase_shift = 26;    // 67 ms: longer reuses are rarely seen to end
  static constexpr unsigned most_doublings = 3;  // short runs should have several phases with watchpoints

 private:
  void add_period(uint64_t switches);
  void decide();
  uint64_t group_of(uint64_t now) const { return now >> (phase_shift + doublings_); }
  bool watches(uint64_t phase) const;

  uint64_t seed_ = 0;
  uint32_t max_overhead_ = 0;
  unsigned doublings_ = 0;
  bool begun_ = false, watched_ = false;
  uint64_t group_ = 0;
  uint64_t passed_ = 0;             // CPU time
  uint64_t interrupted_ = 0;        // CPU time, at the last sampling interrupt
  uint64_t switches_ = 0;           // at that interrupt
  double cost_of_switches_ = 0;     // sum since then of CPU time × cost of one switch, ns × ns
  // Of the phases in which it watched, since the last decision, in ns of CPU time.
  uint64_t watched_time_ = 0;
  double cost_ = 0;
};

}  // namespace hagstone

#endif
