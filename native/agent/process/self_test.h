// SPDX-License-Identifier: MIT
// Whether this machine's breakpoints and timers do what the kernel says: in some virtual machines they open and never
// fire.
#ifndef HAGSTONE_PROCESS_SELF_TEST_H
#define HAGSTONE_PROCESS_SELF_TEST_H

#include <stdint.h>

#include "common/agent_environment.h"
#include "process/thread.h"

namespace hagstone {

// Each fires one event in the calling thread, which is open and not started. True if it came.
bool watchpoint_fires(Thread &thread);
bool execution_breakpoint_fires(Thread &thread);
bool timer_fires(Thread &thread);

// All three; HAGSTONE_FAILURE_none if they came.
hagstone_failure self_test(Thread &thread);

// What perf_event_open's errno means.
hagstone_failure failure_of(int negative_errno);

}  // namespace hagstone

#endif
