// SPDX-License-Identifier: MIT
// Says in the file that the process ended by one of the exits that run no destructors.
#include <stdlib.h>
#include <unistd.h>

#include "base/system_call.h"
#include "process/agent.h"
#include "process/threads/processor_wait.h"
#include "process/threads/thread.h"
#include "next_function.h"

namespace hagstone {

namespace {

// In the child of a vfork the process continues in the parent: at_home() keeps it out of this.
void note_end() {
  if (!agent.at_home()) return;
  if (Thread *thread = this_thread()) thread->close();
  count_processor_wait_of_others();
  agent.process.file().finish(HAGSTONE_STATE_FINISHED);
}

void (*next_quick_exit)(int) = nullptr;

[[noreturn]] void leave_at_once(int status) {
  note_end();
  for (;;) call(SYS_exit_group, status);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED void _exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void _Exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void quick_exit(int status) {
  hagstone::note_end();
  hagstone::next_function(hagstone::next_quick_exit, "quick_exit")(status);
  __builtin_unreachable();
}
