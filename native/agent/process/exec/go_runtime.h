// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_GO_RUNTIME_H
#define HAGSTONE_PROCESS_GO_RUNTIME_H

namespace hagstone {

// True if the main program was linked by Go, whose runtime sets all signal handlers by system calls of its own, which
// nothing can stand in front of: it would take the agent's SIGTRAPs for crashes. Outside signal handlers.
bool program_has_go_runtime();

}  // namespace hagstone

#endif
