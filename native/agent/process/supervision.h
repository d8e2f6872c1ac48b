// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_SUPERVISION_H
#define HAGSTONE_PROCESS_SUPERVISION_H

namespace hagstone {

// True if another tool sees this process's signals before the process does: a tracer (ptrace(2)), which would stop at
// every one of the agent's SIGTRAPs or report it, or Valgrind, whose emulated processor has no debug registers.
// Outside signal handlers.
bool is_supervised();

}  // namespace hagstone

#endif
