// SPDX-License-Identifier: MIT
// LeakSanitizer stops all threads when the process ends, and takes what their stacks refer to for used. One that it meets
// in a handler of ours is on a stack that it does not know: then it searches the thread's own stack to its very bottom,
// where old values of dead frames hide leaks. Its check runs among the destructors of libraries, before the agent's, so
// recording ends before all of them: in the place of the loader's function, which calls them.
#include "process/agent.h"
#include "process/threads/supervision.h"
#include "next_function.h"

namespace hagstone {

namespace {

using Main = int(int count, char **arguments, char **environment);
using AtEnd = void();
using Start = int(Main *main, int count, char **arguments, AtEnd *first, AtEnd *last, AtEnd *loader_end, void *stack_end);
Start *next_start = nullptr;
AtEnd *end_of_loader = nullptr;

void end_before_leak_check() {
  agent.end();
  // Takes clocks and debug registers from the threads that still run.
  agent.leave();
  end_of_loader();
}

}  // namespace

}  // namespace hagstone

// Before the program's main. Ends in a jump, so that the program's stack begins as it does alone.
HAGSTONE_INTERPOSED int __libc_start_main(hagstone::Main *main, int count, char **arguments, hagstone::AtEnd *first,
                                          hagstone::AtEnd *last, hagstone::AtEnd *loader_end, void *stack_end) {
  using namespace hagstone;
  if (loader_end && has_leak_sanitizer()) {
    end_of_loader = loader_end;
    loader_end = end_before_leak_check;
  }
  return next_function(next_start, "__libc_start_main")(main, count, arguments, first, last, loader_end, stack_end);
}
