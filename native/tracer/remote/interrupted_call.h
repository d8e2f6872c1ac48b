// SPDX-License-Identifier: MIT
// System calls that the agent's clock would interrupt.
#ifndef HAGSTONE_TRACER_INTERRUPTED_CALL_H
#define HAGSTONE_TRACER_INTERRUPTED_CALL_H

#include <signal.h>
#include <sys/types.h>
#include <sys/user.h>

namespace hagstone {

// The signal is that of the agent's CPU timer (native/agent/sampling/clocks/cpu_timer.cpp).
bool is_agent_timer(const siginfo_t &signal);

// If `thread`, stopped before the delivery of a signal, is inside a system call, sees to it that without the signal
// the call continues, and returns true. The kernel restarts most calls by itself; those that say EINTR whenever a signal
// was pending (signal(7)) are repeated, with their whole time-out.
bool undo_interruption(pid_t thread);

// Registers that restart an interrupted call, in place of registers that are inside it; others unchanged.
user_regs_struct before_interrupted_call(user_regs_struct registers);

}  // namespace hagstone

#endif
