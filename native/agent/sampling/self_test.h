// SPDX-License-Identifier: MIT
// Whether this machine's breakpoints and timers work: in some virtual machines they open and never fire.
#ifndef HAGSTONE_SAMPLING_SELF_TEST_H
#define HAGSTONE_SAMPLING_SELF_TEST_H

#include "common/agent_environment.h"
#include "sampling/clocks/sample_source.h"
#include "watch/debug_registers.h"

namespace hagstone {

// Each fires one event in the calling thread, whose SIGTRAP handler notes events in `log` and disarms a register that
// stopped execution. `registers` are open, `source` is closed. True if the event came.
bool watchpoint_fires(DebugRegisters &registers, EventLog &log);
bool execution_breakpoint_fires(DebugRegisters &registers, EventLog &log);
// HAGSTONE_FAILURE_few_descriptors, _timer_silent or _none.
hagstone_failure test_timer(SampleSource &source, EventLog &log);

// All three; HAGSTONE_FAILURE_none if they came.
hagstone_failure self_test(DebugRegisters &registers, SampleSource &source, EventLog &log);

// CPU time in ns that a watchpoint's trap takes of the calling thread, its handler in mode self_test included (next to
// nothing): median of some. 0 if none comes. As above.
uint64_t measure_trap_cost(DebugRegisters &registers, EventLog &log);

// CPU time in ns that opening and closing the clock takes of the calling thread: median of some. 0 if it cannot be
// opened.
uint64_t measure_clock_cost(SampleSource &source);

// The meaning of perf_event_open's errno.
hagstone_failure failure_of(int negative_errno);

// One store to a watched word, to measure the cost of a trap.
void store_to_watched_word();
Breakpoint watched_word_breakpoint();

}  // namespace hagstone

#endif
