// SPDX-License-Identifier: MIT
// Tells whether a thread changes between waiting and running so often that perf's clock costs too much: at each change the
// kernel sets the clock anew (3 to 8 µs in a virtual machine, most of it for the timer of the processor).
#ifndef HAGSTONE_SAMPLING_SWITCH_RATE_H
#define HAGSTONE_SAMPLING_SWITCH_RATE_H

#include <stdint.h>

namespace hagstone {

// One per thread. Decides only by the numbers it is given, which never fall.
class SwitchRate {
 public:
  // True if enough of the thread's CPU time, ns, has passed for a decision.
  bool is_due(uint64_t cpu_time) const { return cpu_time - cpu_time_ >= window; }

  // Decides on the time since the last decision; the first one only begins it. `switches`: so far.
  bool is_too_high(uint64_t switches, uint64_t cpu_time) {
    const uint64_t more = switches - switches_, passed = cpu_time - cpu_time_;
    const bool decides = begun_ && passed > 0;
    begun_ = true;
    switches_ = switches;
    cpu_time_ = cpu_time;
    return decides && more * second > most_per_second * passed;
  }

 private:
  static constexpr uint64_t second = 1'000'000'000;
  static constexpr uint64_t window = 8'000'000;       // ns
  static constexpr uint64_t most_per_second = 4'000;  // they cost up to 3 %

  bool begun_ = false;
  uint64_t switches_ = 0, cpu_time_ = 0;
};

}  // namespace hagstone

#endif
