// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_SUPERVISION_H
#define HAGSTONE_PROCESS_SUPERVISION_H

#include "common/agent_environment.h"
#include "common/raw_format.h"

namespace hagstone {

// HAGSTONE_FAILURE_supervised if another tool sees this process's signals first: a tracer (ptrace(2)), which would stop
// at each of the agent's SIGTRAPs or report it, or Valgrind, whose emulated processor has no debug registers. The
// transport `tracer` needs our own tracer: HAGSTONE_FAILURE_no_tracer if there is none.
// HAGSTONE_FAILURE_leak_sanitizer: the program would not survive its tracer. Outside signal handlers.
hagstone_failure supervision(hagstone_transport transport);

// LeakSanitizer is part of the program: it checks when the process ends.
bool has_leak_sanitizer();

// This process is traced by hagstone_tracer, also if nothing is recorded. Outside signal handlers.
bool is_traced_by_our_tracer();

}  // namespace hagstone

#endif
