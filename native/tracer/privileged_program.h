// SPDX-License-Identifier: MIT
// Programs that the kernel gives privileges at exec, but not in a traced process (execve(2)).
#ifndef HAGSTONE_TRACER_PRIVILEGED_PROGRAM_H
#define HAGSTONE_TRACER_PRIVILEGED_PROGRAM_H

#include <sys/types.h>
#include <sys/user.h>

#include <string>

namespace hagstone {

// Set-user-id or set-group-id of another, or file capabilities. False if there is no such file.
bool is_privileged(const std::string &path);

// The same of the program that `thread`, stopped at the entry of execve or execveat, is about to become.
bool becomes_privileged(pid_t thread, const user_regs_struct &registers);

}  // namespace hagstone

#endif
