// SPDX-License-Identifier: MIT
// hagstone_tracer: records where perf_event_open is forbidden, and gets the agent into running programs.
//
//   hagstone_tracer run -- PROGRAM [ARGUMENT…]
//     Runs the program, traced, with the environment as it is (HAGSTONE_RECORDING, LD_PRELOAD … are the caller's to
//     set; HAGSTONE_TRANSPORT=tracer is set here). Standard streams are the program's. Signals sent to this process
//     are passed on to it; those of the terminal reach it anyway. Ends as the program did: same exit status, same
//     signal. 127 program not found, 126 not executable, 125 own failure, in one line on standard error.
//     A program with set-user-id, set-group-id or file capabilities would lose them under a tracer: it runs untraced.
//
//   hagstone_tracer attach PID --agent LIBRARY --recording DIRECTORY
//     Gets the agent into a running process and leaves it alone again; returns as soon as the process records, with
//     0 and nothing printed. The agent's settings are this process's own HAGSTONE_* variables (HAGSTONE_TRANSPORT must
//     not be tracer). Recording ends with the process, or by HAGSTONE_CONTROL_STOP in the recording's control file.
//     Programs that the process executes are not recorded.
//     Refusals: 125 and one line on standard error: what happened, why, and what to do.
//
//   hagstone_tracer detach PID --agent LIBRARY
//     Ends the recording of that process: descriptors and debug registers are given back, and it can be attached to
//     once more. The library stays loaded, idle. 0 and nothing printed, also if the process does not record.
//
//   hagstone_tracer check
//     Tries the requirements of `run` on a child of its own and prints one JSON object, exit status 0:
//       schema          "hagstone.tracer-check/1"
//       traces          ptrace works
//       debugRegisters  that can be set in a traced child
//       fires           a watchpoint set so stopped the child
//       errno           symbolic name of the error, or null
//       ptraceScope     /proc/sys/kernel/yama/ptrace_scope, null without Yama (attach: 0 all own processes, 1 needs
//                       root or CAP_SYS_PTRACE, 2 likewise, 3 never)
#include <stdio.h>
#include <string.h>

#include "attach.h"
#include "check.h"
#include "exit_status.h"
#include "run.h"

namespace {

int wrong_use() {
  fputs(
      "usage: hagstone_tracer run -- PROGRAM [ARGUMENT…]\n"
      "       hagstone_tracer attach PID --agent LIBRARY --recording DIRECTORY\n"
      "       hagstone_tracer detach PID --agent LIBRARY\n"
      "       hagstone_tracer check\n",
      stderr);
  return hagstone::failure_status;
}

}  // namespace

int main(int count, char **arguments) {
  const char *command = count > 1 ? arguments[1] : "";
  if (!strcmp(command, "run") && count > 3 && !strcmp(arguments[2], "--")) return hagstone::run(arguments + 3);
  if (!strcmp(command, "attach") && count == 7 && !strcmp(arguments[3], "--agent") && !strcmp(arguments[5], "--recording"))
    return hagstone::attach(arguments[2], arguments[4], arguments[6]);
  if (!strcmp(command, "detach") && count == 5 && !strcmp(arguments[3], "--agent"))
    return hagstone::detach(arguments[2], arguments[4]);
  if (!strcmp(command, "check") && count == 2) return hagstone::check();
  return wrong_use();
}
