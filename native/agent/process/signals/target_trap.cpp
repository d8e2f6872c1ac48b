// SPDX-License-Identifier: MIT
#include "process/signals/target_trap.h"

#include "base/spin_lock.h"
#include "base/system_call.h"
#include "base/thread_storage.h"
#include "watch/tracer_registers.h"

extern "C" {
void hagstone_handler_entry(int, siginfo_t *, void *);
void hagstone_signal_return();
void hagstone_signal_return_call();
}

namespace hagstone {

namespace {

constexpr uint64_t flag_restorer = 0x04000000;  // SA_RESTORER

KernelAction own_action = {};
SpinLock action_lock;
KernelAction target_action = {};
bool installed = false;

}  // namespace

void install_trap_handler() {
  if (installed) return;
  own_action = {reinterpret_cast<void *>(&hagstone_handler_entry),
                uint64_t{SA_SIGINFO | SA_ONSTACK | SA_RESTART} | flag_restorer,
                reinterpret_cast<void *>(&hagstone_signal_return), ~KernelSignalSet{0}};
  set_handler_recovery(&own_action, reinterpret_cast<const void *>(&hagstone_signal_return_call));
  call(SYS_rt_sigaction, SIGTRAP, &own_action, &target_action, sizeof own_action.mask);
  installed = true;
}

bool trap_handler_installed() { return installed; }

bool trap_handler_is_ours() {
  KernelAction now = {};
  const bool known = call(SYS_rt_sigaction, SIGTRAP, 0, &now, sizeof now.mask) == 0;
  return !known || now.handler == own_action.handler;
}

KernelAction exchange_target_action(const KernelAction *wanted) {
  SignalsBlocked blocked;
  action_lock.lock();
  KernelAction old = target_action;
  if (wanted) target_action = *wanted;
  action_lock.unlock();
  return old;
}

bool target_blocks_trap() { return hagstone_thread_storage.trap_blocked; }

void set_target_blocks_trap(bool blocks) {
  hagstone_thread_storage.trap_blocked = blocks;
  if (blocks || !hagstone_thread_storage.trap_pending) return;
  hagstone_thread_storage.trap_pending = false;
  send_trap_to_self(hagstone_thread_storage.pending_trap);
}

bool target_trap_pending() { return hagstone_thread_storage.trap_pending; }

bool take_target_trap(siginfo_t &info) {
  SignalsBlocked blocked;
  if (!hagstone_thread_storage.trap_pending) return false;
  info = hagstone_thread_storage.pending_trap;
  hagstone_thread_storage.trap_pending = false;
  return true;
}

void adopt_trap_mask() {
  KernelSignalSet old = change_signal_mask(SIG_UNBLOCK, signal_bit(SIGTRAP));
  if (old & signal_bit(SIGTRAP)) hagstone_thread_storage.trap_blocked = true;
}

bool has_handler(const KernelAction &action) {
  return action.handler != reinterpret_cast<void *>(SIG_DFL) && action.handler != reinterpret_cast<void *>(SIG_IGN);
}

KernelAction take_target_action() {
  action_lock.lock();
  const KernelAction action = target_action;
  if (has_handler(action) && action.flags & SA_RESETHAND) target_action.handler = reinterpret_cast<void *>(SIG_DFL);
  action_lock.unlock();
  return action;
}

void keep_target_trap(const siginfo_t &info) {
  hagstone_thread_storage.pending_trap = info;
  hagstone_thread_storage.trap_pending = true;
}

void send_trap_to_self(const siginfo_t &info) {
  call(SYS_rt_tgsigqueueinfo, current_process(), current_thread(), SIGTRAP, &info);
}

}  // namespace hagstone
