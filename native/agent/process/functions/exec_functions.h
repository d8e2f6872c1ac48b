// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_EXEC_FUNCTIONS_H
#define HAGSTONE_PROCESS_EXEC_FUNCTIONS_H

namespace hagstone {

// execve(2), or execveat(2) if `at`, whose arguments came through syscall(2). Returns and sets errno as that does.
long execute_by_number(const long arguments[6], bool at);

}  // namespace hagstone

#endif
