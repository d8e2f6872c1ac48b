// SPDX-License-Identifier: MIT
// System calls made by a stopped, traced thread on the tracer's behalf.
#ifndef HAGSTONE_TRACER_REMOTE_CALL_H
#define HAGSTONE_TRACER_REMOTE_CALL_H

#include <stdint.h>
#include <sys/types.h>

#include <optional>

namespace hagstone {

// `instruction`: address of a `syscall` instruction in the thread's memory. The thread, seized with
// PTRACE_O_TRACESYSGOOD, keeps its registers and signal mask, and stops again. Returns what the kernel returned; nothing
// if the thread ended.
std::optional<int64_t> remote_system_call(pid_t thread, uint64_t instruction, long number, uint64_t a = 0,
                                          uint64_t b = 0, uint64_t c = 0, uint64_t d = 0, uint64_t e = 0, uint64_t f = 0);

}  // namespace hagstone

#endif
