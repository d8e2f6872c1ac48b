// SPDX-License-Identifier: MIT
// Says in the file that the process ended by one of the exits that run no destructors.
#include <stdlib.h>
#include <unistd.h>

#include "base/system_call.h"
#include "process/agent.h"
#include "next_function.h"

namespace hagstone {

namespace {

void (*next_quick_exit)(int) = nullptr;

[[noreturn]] void leave_at_once(int status) {
  agent.end();
  for (;;) call(SYS_exit_group, status);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED void _exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void _Exit(int status) { hagstone::leave_at_once(status); }
HAGSTONE_INTERPOSED void quick_exit(int status) {
  hagstone::agent.end();
  hagstone::next_function(hagstone::next_quick_exit, "quick_exit")(status);
  __builtin_unreachable();
}
