// SPDX-License-Identifier: MIT
// Shares out debug registers where each costs a descriptor: threads that hold a set, and threads that wait for one.
#ifndef HAGSTONE_PROCESS_REGISTER_QUOTA_H
#define HAGSTONE_PROCESS_REGISTER_QUOTA_H

#include <stdint.h>

namespace hagstone {

// One per process. Safe in signal handlers.
class RegisterQuota {
 public:
  // Also in the child of a fork: no thread holds a share or waits.
  void reset(unsigned sets) {
    free_ = sets;
    waiting_ = 0;
  }

  bool take() {
    uint32_t free = __atomic_load_n(&free_, __ATOMIC_RELAXED);
    while (free)
      if (__atomic_compare_exchange_n(&free_, &free, free - 1, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
    return false;
  }
  void give() { __atomic_fetch_add(&free_, 1u, __ATOMIC_ACQ_REL); }

  void begin_waiting() { __atomic_fetch_add(&waiting_, 1u, __ATOMIC_RELAXED); }
  void end_waiting() { __atomic_fetch_sub(&waiting_, 1u, __ATOMIC_RELAXED); }
  bool anyone_waits() const { return __atomic_load_n(&waiting_, __ATOMIC_RELAXED) != 0; }

  // Whether a thread that wanted a set now would get one.
  bool has_room() const { return !anyone_waits() && __atomic_load_n(&free_, __ATOMIC_RELAXED) != 0; }

 private:
  uint32_t free_ = 0;
  uint32_t waiting_ = 0;
};

}  // namespace hagstone

#endif
