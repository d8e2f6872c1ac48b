// SPDX-License-Identifier: MIT
// The sampling rate of a process that begins high, so that short programs get samples enough, and falls.
#ifndef HAGSTONE_SAMPLING_PROCESS_PACE_H
#define HAGSTONE_SAMPLING_PROCESS_PACE_H

#include <stdint.h>

#include "common/raw_format.h"

namespace hagstone {

// Periods are counted in base periods (SamplingSettings.period).
struct PaceSettings {
  uint64_t base_period;     // ns of CPU time
  uint32_t early_periods;   // from sample to sample at first, at least
  uint32_t steady_periods;  // and later
  uint64_t early_time;      // ns of CPU time of all threads; 0: the rate is constant
  uint32_t max_overhead;    // as in SamplingSettings
};

// Early on, the cost of an interrupt determines the period: as short as the overhead allows. All processes of a
// recording share that knowledge (hagstone_pace), so that very many short children do not each measure it again.
// One per process; safe in signal handlers of all its threads.
class ProcessPace {
 public:
  // `shared`: of the recording, writable; nullptr: the process is on its own. In the child of a fork too.
  void open(const PaceSettings &settings, hagstone_pace *shared);

  bool is_early() const { return __atomic_load_n(&early_left_, __ATOMIC_RELAXED) > 0; }
  uint32_t steady_periods() const { return settings_.steady_periods; }
  // The length of the period that begins now, while is_early().
  uint32_t early_periods() const;

  // An interrupt ended a period of `periods`; since the one before it in its thread the profiler took `cost` ns there.
  void count(uint32_t periods, uint64_t cost);

 private:
  PaceSettings settings_ = {};
  int64_t early_left_ = 0;  // ns
  hagstone_pace own_ = {};
  hagstone_pace *known_ = nullptr;
};

}  // namespace hagstone

#endif
