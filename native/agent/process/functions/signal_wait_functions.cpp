// SPDX-License-Identifier: MIT
// Lets a target that blocks SIGTRAP wait for it, or ask whether it is pending. The kernel has the signal unblocked, so
// that the thread can be sampled; a SIGTRAP of the target's is kept back by the handler.
#include <errno.h>
#include <signal.h>

#include "process/agent.h"
#include "next_function.h"
#include "process/signals/target_trap.h"
#include "process/threads/thread.h"

namespace hagstone {

namespace {

using Wait = int(const sigset_t *, siginfo_t *, const timespec *);
Wait *next_sigtimedwait = nullptr;
int (*next_sigwait)(const sigset_t *, int *) = nullptr;
int (*next_sigpending)(sigset_t *) = nullptr;

bool waits_for_trap(const sigset_t *set) { return this_thread() && target_blocks_trap() && sigismember(set, SIGTRAP) == 1; }

// The kernel blocks SIGTRAP for the time of the wait, when there is nothing to sample.
int wait_for_trap(const sigset_t *set, siginfo_t *info, const timespec *timeout) {
  auto libc = next_function(next_sigtimedwait, "sigtimedwait");
  const KernelSignalSet trap = signal_bit(SIGTRAP);
  siginfo_t arrived = {};
  change_signal_mask(SIG_BLOCK, trap);
  int result = SIGTRAP;
  if (!take_target_trap(arrived)) {
    // A signal of the agent's own that came in between is dropped: the next sample finds its walk lost.
    do result = libc(set, &arrived, timeout);
    while (result == SIGTRAP && this_thread()->identify(arrived).origin != TrapOrigin::foreign);
  }
  change_signal_mask(SIG_UNBLOCK, trap);
  // Like libc's: to its callers raise and kill are the same.
  if (arrived.si_code == SI_TKILL) arrived.si_code = SI_USER;
  if (result > 0 && info) *info = arrived;
  return result;
}

int wait(const sigset_t *set, siginfo_t *info, const timespec *timeout) {
  if (waits_for_trap(set)) return wait_for_trap(set, info, timeout);
  return next_function(next_sigtimedwait, "sigtimedwait")(set, info, timeout);
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int sigtimedwait(const sigset_t *set, siginfo_t *info, const timespec *timeout) {
  return hagstone::wait(set, info, timeout);
}
HAGSTONE_INTERPOSED int sigwaitinfo(const sigset_t *set, siginfo_t *info) { return hagstone::wait(set, info, nullptr); }

HAGSTONE_INTERPOSED int sigwait(const sigset_t *set, int *signal) {
  using namespace hagstone;
  if (!waits_for_trap(set)) return next_function(next_sigwait, "sigwait")(set, signal);
  int result;
  do result = wait_for_trap(set, nullptr, nullptr);
  while (result < 0 && errno == EINTR);
  if (result < 0) return errno;
  *signal = result;
  return 0;
}

HAGSTONE_INTERPOSED int sigpending(sigset_t *set) {
  using namespace hagstone;
  int result = next_function(next_sigpending, "sigpending")(set);
  if (result == 0 && this_thread() && target_trap_pending()) sigaddset(set, SIGTRAP);
  return result;
}
