// SPDX-License-Identifier: MIT
// SIGTRAPs pending for the calling thread, which blocks them.
#ifndef HAGSTONE_BASE_WAITING_TRAPS_H
#define HAGSTONE_BASE_WAITING_TRAPS_H

#include <signal.h>
#include <time.h>

#include "base/signal_mask.h"
#include "base/system_call.h"

namespace hagstone {

// Removes the signals for which `is_ours(siginfo_t)` holds; the others stay pending. SIGTRAP must be blocked.
template <typename IsOurs>
void take_waiting_traps(const IsOurs &is_ours) {
  constexpr KernelSignalSet trap = signal_bit(SIGTRAP);
  const timespec now = {};
  siginfo_t info, others[2];
  unsigned count = 0;
  // The kernel queues one non-timer signal for the thread and one for the process, and takes them in this order.
  while (call(SYS_rt_sigtimedwait, &trap, &info, &now, sizeof trap) == SIGTRAP)
    if (!is_ours(info) && count < 2) others[count++] = info;
  if (count > 0) call(SYS_rt_tgsigqueueinfo, current_process(), current_thread(), SIGTRAP, &others[0]);
  if (count > 1) call(SYS_rt_sigqueueinfo, current_process(), SIGTRAP, &others[1]);
}

}  // namespace hagstone

#endif
