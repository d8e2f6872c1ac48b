// SPDX-License-Identifier: MIT
#include "task_clock.h"

namespace hagstone {

int TaskClock::open(uint64_t period) {
  perf_event_attr attributes = own_event_attributes(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
  attributes.sample_period = period;
  int failure = event_.open(attributes, transport_, make_tag(TrapOrigin::timer, 0, 0));
  return failure < 0 ? failure : event_.enable();
}

void TaskClock::set_period(uint64_t period) {
  // If the kernel refuses, the former period continues: the samples only lose some of their jitter.
  (void)event_.set_period(period);
}

}  // namespace hagstone
