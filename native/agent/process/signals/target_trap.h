// SPDX-License-Identifier: MIT
// SIGTRAP shared between agent and target: the kernel knows the agent's handler; the target's own disposition and
// mask bit are kept here. signals.cpp forwards its signals to it.
#ifndef HAGSTONE_PROCESS_TARGET_TRAP_H
#define HAGSTONE_PROCESS_TARGET_TRAP_H

#include <signal.h>
#include <stdint.h>

#include "base/signal_mask.h"

namespace hagstone {

// The kernel's struct sigaction.
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

// Handler. The target's action for a SIGTRAP that it gets now: SA_RESETHAND takes effect.
KernelAction take_target_action();
// Handler. Whether the action calls a function of the target.
bool has_handler(const KernelAction &action);
// Handler. Keeps a SIGTRAP that the target blocks until it unblocks it.
void keep_target_trap(const siginfo_t &info);
// Sends the signal to the calling thread again.
void send_trap_to_self(const siginfo_t &info);

}  // namespace hagstone

#endif
