// SPDX-License-Identifier: MIT
// Interrupts a thread by its own CPU time (PERF_COUNT_SW_TASK_CLOCK): needs no PMU (software-sampling, "How", 1).
#ifndef HAGSTONE_SAMPLING_TASK_CLOCK_H
#define HAGSTONE_SAMPLING_TASK_CLOCK_H

#include "sample_source.h"
#include "watch/perf_event.h"

namespace hagstone {

class TaskClock final : public SampleSource {
 public:
  explicit TaskClock(hagstone_transport transport) : transport_(transport) {}

  int open(uint64_t period) override;
  void close() override { event_.close(); }
  void set_period(uint64_t period) override;
  void stop() override { event_.disable(); }
  bool is_lost() const { return event_.is_lost(); }
  bool owns(int descriptor) const override { return event_.is_open() && event_.descriptor() == descriptor; }

 private:
  hagstone_transport transport_;
  PerfEvent event_;
};

}  // namespace hagstone

#endif
