// SPDX-License-Identifier: MIT
// SIGTRAP shared between agent and target: the kernel knows the agent's handler; the target's own disposition and
// mask bit are kept here, and its signals are forwarded to it.
#ifndef HAGSTONE_PROCESS_SIGNALS_H
#define HAGSTONE_PROCESS_SIGNALS_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

#include "base/signal_mask.h"

namespace hagstone {

// As the kernel defines it.
struct KernelAction {
  void *handler;
  uint64_t flags;
  void *restorer;
  KernelSignalSet mask;
};

// Puts the agent's handler in place; the former action becomes the target's. Once.
void install_trap_handler();
// True from then on: the interposed functions keep SIGTRAP to the agent.
bool trap_handler_installed();
// False if the program set another one by a direct system call.
bool trap_handler_is_ours();

// The target's action for SIGTRAP; `wanted` may be nullptr.
KernelAction exchange_target_action(const KernelAction *wanted);

// The target's SIGTRAP mask bit of the calling thread.
bool target_blocks_trap();
void set_target_blocks_trap(bool blocks);
// A SIGTRAP of the target's came to the calling thread while the target blocks it.
bool target_trap_pending();
// Dequeues it, as waiting for it does. False if there is none.
bool take_target_trap(siginfo_t &info);
// In a thread that starts being watched: blocked signals become only the target's wish, and SIGTRAP is unblocked.
void adopt_trap_mask();

// Handler. Acts on a SIGTRAP that is the target's as the kernel would have. May not return.
void deliver_to_target(const siginfo_t &info, ucontext_t &context);

// The alternate stack the target believes in; agent threads.
stack_t target_alternate_stack();

}  // namespace hagstone

#endif
