// SPDX-License-Identifier: MIT
// System calls and function calls made by a stopped, traced thread on the tracer's behalf.
#ifndef HAGSTONE_TRACER_REMOTE_CALL_H
#define HAGSTONE_TRACER_REMOTE_CALL_H

#include <stdint.h>
#include <sys/types.h>

#include <optional>

namespace hagstone {

// `instruction`: address of a `syscall` instruction in the thread's memory. The thread, seized with
// PTRACE_O_TRACESYSGOOD, keeps its registers and signal mask, and stops again. Returns the kernel's result; nothing
// if the thread ended.
std::optional<int64_t> remote_system_call(pid_t thread, uint64_t instruction, long number, uint64_t a = 0, uint64_t b = 0,
                                          uint64_t c = 0, uint64_t d = 0, uint64_t e = 0, uint64_t f = 0);

// Calls a function of the thread's program with up to two arguments, on a stack of its own that ends at `stack_end`
// (aligned to 16). Signals that come meanwhile are delivered. The thread keeps its registers, and stops again. Returns
// the value of RAX; nothing if the thread ended.
std::optional<uint64_t> remote_function_call(pid_t thread, uint64_t instruction, uint64_t stack_end, uint64_t function,
                                             uint64_t a = 0, uint64_t b = 0);

}  // namespace hagstone

#endif
