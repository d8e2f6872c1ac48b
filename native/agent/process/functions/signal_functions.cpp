// SPDX-License-Identifier: MIT
// Interposes libc's signal functions, so that the target may use SIGTRAP, block every signal and install its alternate
// stacks as if the agent were not there.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "process/agent.h"
#include "next_function.h"
#include "process/signals/target_trap.h"
#include "process/threads/thread.h"

namespace hagstone {

namespace {

KernelSignalSet to_kernel(const sigset_t &set) {
  KernelSignalSet kernel;
  memcpy(&kernel, &set, sizeof kernel);
  return kernel;
}

void change_bit(sigset_t &set, int signal, bool present) {
  KernelSignalSet kernel = to_kernel(set);
  kernel = present ? kernel | signal_bit(signal) : kernel & ~signal_bit(signal);
  memcpy(&set, &kernel, sizeof kernel);
}

// Signals whose handlers the target wants to run with SIGTRAP blocked: reported back to it, not set in the kernel.
uint64_t masks_with_trap = 0;

struct sigaction to_libc(const KernelAction &action) {
  struct sigaction libc = {};
  libc.sa_sigaction = reinterpret_cast<void (*)(int, siginfo_t *, void *)>(action.handler);
  libc.sa_flags = static_cast<int>(action.flags & 0xffffffff);
  memcpy(&libc.sa_mask, &action.mask, sizeof action.mask);
  return libc;
}

KernelAction to_kernel(const struct sigaction &libc) {
  return {reinterpret_cast<void *>(libc.sa_sigaction), static_cast<uint32_t>(libc.sa_flags), nullptr,
          to_kernel(libc.sa_mask)};
}

using Sigaction = int(int, const struct sigaction *, struct sigaction *);
Sigaction *next_sigaction = nullptr;

int change_action(int signal, const struct sigaction *wanted, struct sigaction *old) {
  if (signal == SIGTRAP && trap_handler_installed()) {
    KernelAction kernel = wanted ? to_kernel(*wanted) : KernelAction{};
    KernelAction before = exchange_target_action(wanted ? &kernel : nullptr);
    if (old) *old = to_libc(before);
    return 0;
  }
  auto libc = next_function(next_sigaction, "sigaction");
  if (!trap_handler_installed() || signal < 1 || signal > 64) return libc(signal, wanted, old);
  const uint64_t bit = signal_bit(signal);
  const bool had_trap = __atomic_load_n(&masks_with_trap, __ATOMIC_ACQUIRE) & bit;
  struct sigaction stripped;
  bool has_trap = false;
  if (wanted) {
    stripped = *wanted;
    has_trap = to_kernel(stripped.sa_mask) & signal_bit(SIGTRAP);
    change_bit(stripped.sa_mask, SIGTRAP, false);
  }
  int result = libc(signal, wanted ? &stripped : nullptr, old);
  if (result != 0) return result;
  if (old && had_trap) change_bit(old->sa_mask, SIGTRAP, true);
  if (wanted && has_trap) __atomic_or_fetch(&masks_with_trap, bit, __ATOMIC_RELEASE);
  if (wanted && !has_trap) __atomic_and_fetch(&masks_with_trap, ~bit, __ATOMIC_RELEASE);
  return 0;
}

using Handler = void (*)(int);

Handler change_handler(Handler handler, int flags) {
  struct sigaction wanted = {}, old = {};
  wanted.sa_handler = handler;
  wanted.sa_flags = flags;
  change_action(SIGTRAP, &wanted, &old);
  return old.sa_handler;
}

using Signal = Handler(int, Handler);
Signal *next_signal = nullptr;
Signal *next_system_v_signal = nullptr;
Signal *next_sigset = nullptr;

Handler signal_by_berkeley(int signal, Handler handler) {
  if (signal != SIGTRAP || !trap_handler_installed()) return next_function(next_signal, "signal")(signal, handler);
  return change_handler(handler, SA_RESTART);
}

Handler signal_by_system_v(int signal, Handler handler) {
  if (signal != SIGTRAP || !trap_handler_installed())
    return next_function(next_system_v_signal, "sysv_signal")(signal, handler);
  return change_handler(handler, static_cast<int>(SA_RESETHAND | SA_NODEFER));
}

using ChangeMask = int(int, const sigset_t *, sigset_t *);
ChangeMask *next_sigprocmask = nullptr;
ChangeMask *next_pthread_sigmask = nullptr;

int change_mask(ChangeMask *libc, int how, const sigset_t *wanted, sigset_t *old) {
  if (!this_thread()) return libc(how, wanted, old);
  const bool blocked_before = target_blocks_trap();
  sigset_t stripped;
  bool names_trap = false;
  if (wanted) {
    stripped = *wanted;
    names_trap = to_kernel(stripped) & signal_bit(SIGTRAP);
    if (how != SIG_UNBLOCK) change_bit(stripped, SIGTRAP, false);
  }
  int result = libc(how, wanted ? &stripped : nullptr, old);
  if (result != 0) return result;
  if (old && blocked_before) change_bit(*old, SIGTRAP, true);
  if (!wanted) return 0;
  if (how == SIG_SETMASK) set_target_blocks_trap(names_trap);
  if (how == SIG_BLOCK && names_trap) set_target_blocks_trap(true);
  if (how == SIG_UNBLOCK && names_trap) set_target_blocks_trap(false);
  return 0;
}

}  // namespace

}  // namespace hagstone

using hagstone::Handler;

HAGSTONE_INTERPOSED int sigaction(int signal, const struct sigaction *wanted, struct sigaction *old) {
  return hagstone::change_action(signal, wanted, old);
}
HAGSTONE_INTERPOSED int __sigaction(int signal, const struct sigaction *wanted, struct sigaction *old) {
  return hagstone::change_action(signal, wanted, old);
}

HAGSTONE_INTERPOSED Handler signal(int number, Handler handler) { return hagstone::signal_by_berkeley(number, handler); }
HAGSTONE_INTERPOSED Handler bsd_signal(int number, Handler handler) {
  return hagstone::signal_by_berkeley(number, handler);
}
HAGSTONE_INTERPOSED Handler ssignal(int number, Handler handler) { return hagstone::signal_by_berkeley(number, handler); }
HAGSTONE_INTERPOSED Handler sysv_signal(int number, Handler handler) {
  return hagstone::signal_by_system_v(number, handler);
}
HAGSTONE_INTERPOSED Handler __sysv_signal(int number, Handler handler) {
  return hagstone::signal_by_system_v(number, handler);
}

// Its SIG_HOLD, which only blocks, stays libc's business: SIGTRAPs that come late are counted.
HAGSTONE_INTERPOSED Handler sigset(int number, Handler handler) {
  const auto hold = reinterpret_cast<Handler>(2);
  if (number != SIGTRAP || handler == hold || !hagstone::trap_handler_installed())
    return hagstone::next_function(hagstone::next_sigset, "sigset")(number, handler);
  return hagstone::change_handler(handler, 0);
}
HAGSTONE_INTERPOSED int sigignore(int number) {
  struct sigaction ignore = {};
  ignore.sa_handler = SIG_IGN;
  return hagstone::change_action(number, &ignore, nullptr);
}

HAGSTONE_INTERPOSED int sigprocmask(int how, const sigset_t *wanted, sigset_t *old) {
  using namespace hagstone;
  return change_mask(next_function(next_sigprocmask, "sigprocmask"), how, wanted, old);
}
HAGSTONE_INTERPOSED int pthread_sigmask(int how, const sigset_t *wanted, sigset_t *old) {
  using namespace hagstone;
  return change_mask(next_function(next_pthread_sigmask, "pthread_sigmask"), how, wanted, old);
}

HAGSTONE_INTERPOSED int sigaltstack(const stack_t *wanted, stack_t *old) {
  using namespace hagstone;
  Thread *thread = this_thread();
  long result = thread ? thread->set_alternate_stack(wanted, old) : call(SYS_sigaltstack, wanted, old);
  return static_cast<int>(returned(result));
}
