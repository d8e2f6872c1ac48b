// SPDX-License-Identifier: MIT
// Mutual exclusion outside signal handlers. Only the agent uses it, so no lock of the target can depend on it.
#ifndef HAGSTONE_BASE_SPIN_LOCK_H
#define HAGSTONE_BASE_SPIN_LOCK_H

#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

class SpinLock {
 public:
  void lock() {
    while (!try_lock()) system_call(SYS_sched_yield);
  }
  // Whether the caller now holds the lock; it is not fair, so callers with an alternative need not wait.
  bool try_lock() { return !__atomic_exchange_n(&held_, 1u, __ATOMIC_ACQUIRE); }
  void unlock() { __atomic_store_n(&held_, 0u, __ATOMIC_RELEASE); }
  // In the child of a fork, whose parent's other threads may have held it.
  void reset() { unlock(); }

 private:
  uint32_t held_ = 0;
};

}  // namespace hagstone

#endif
