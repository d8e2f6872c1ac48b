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

  // Decides on the time since the last call, of which the first one only begins it, and on those before: a thread may wait
  // often for a moment, and nothing brings its clock back. `switches`: so far.
  bool is_too_high(uint64_t switches, uint64_t cpu_time) {
    const uint64_t more = switches - switches_, passed = cpu_time - cpu_time_;
    const bool is_high = begun_ && passed > 0 && more * second > most_per_second * passed;
    begun_ = true;
    switches_ = switches;
    cpu_time_ = cpu_time;
    high_windows_ = is_high ? high_windows_ + 1 : 0;
    return high_windows_ >= fewest_windows;
  }

 private:
  static constexpr uint64_t second = 1'000'000'000;
  static constexpr uint64_t window = 8'000'000;       // ns
  static constexpr uint64_t most_per_second = 4'000;  // they cost up to 3 %

  static constexpr uint32_t fewest_windows = 3;       // one after another

  bool begun_ = false;
  uint32_t high_windows_ = 0;
  uint64_t switches_ = 0, cpu_time_ = 0;
};

}  // namespace hagstone

#endif
