// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_GO_RUNTIME_H
#define HAGSTONE_PROCESS_GO_RUNTIME_H

namespace hagstone {

// True if Go linked the main program. Go's runtime installs all signal handlers by direct system calls, which cannot be
// interposed, and would take the agent's SIGTRAPs for crashes. Outside signal handlers.
bool program_has_go_runtime();

}  // namespace hagstone

#endif
