// SPDX-License-Identifier: MIT
// From the start of a thread to its end.
#ifndef HAGSTONE_PROCESS_THREADS_H
#define HAGSTONE_PROCESS_THREADS_H

#include "common/agent_environment.h"
#include "process/agent.h"
#include "process/threads/thread.h"

namespace hagstone {

// Watches the calling thread, the first one of a process that is about to be recorded, and tests that watching works.
[[nodiscard]] hagstone_failure watch_first_thread(Agent &agent);

// Arranges, from a handler, that the calling thread's Thread is notified of its end. If libc would have to allocate for
// that, it is not: the thread's memory and descriptors are then kept until the process ends.
void call_at_end_from_handler(Thread *thread);

}  // namespace hagstone

#endif
