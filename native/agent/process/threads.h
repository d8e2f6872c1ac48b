// SPDX-License-Identifier: MIT
// From the start of a thread to its end.
#ifndef HAGSTONE_PROCESS_THREADS_H
#define HAGSTONE_PROCESS_THREADS_H

#include "common/agent_environment.h"
#include "process/agent.h"

namespace hagstone {

// Watches the calling thread, the first one of a process that is about to be recorded, and tests that watching works.
[[nodiscard]] hagstone_failure watch_first_thread(Agent &agent);

}  // namespace hagstone

#endif
