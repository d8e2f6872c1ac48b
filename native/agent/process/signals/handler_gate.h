// SPDX-License-Identifier: MIT
// Lets code outside handlers wait until every handler that had begun has ended (a grace period, as in RCU).
#ifndef HAGSTONE_PROCESS_HANDLER_GATE_H
#define HAGSTONE_PROCESS_HANDLER_GATE_H

#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

class HandlerGate {
 public:
  // In handlers. Pass the result of enter() to leave().
  unsigned enter() {
    for (;;) {
      unsigned side = __atomic_load_n(&side_, __ATOMIC_SEQ_CST);
      __atomic_fetch_add(&inside_[side], 1u, __ATOMIC_SEQ_CST);
      if (__atomic_load_n(&side_, __ATOMIC_SEQ_CST) == side) return side;
      __atomic_fetch_sub(&inside_[side], 1u, __ATOMIC_SEQ_CST);
    }
  }
  void leave(unsigned side) { __atomic_fetch_sub(&inside_[side], 1u, __ATOMIC_SEQ_CST); }

  // Outside handlers, one thread at a time.
  void wait_for_handlers() {
    unsigned side = side_;
    __atomic_store_n(&side_, 1 - side, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&inside_[side], __ATOMIC_SEQ_CST)) system_call(SYS_sched_yield);
  }

  // In the child of a fork, where no handler runs.
  void reset() { inside_[0] = inside_[1] = 0; }

 private:
  unsigned side_ = 0;
  uint32_t inside_[2] = {};
};

}  // namespace hagstone

#endif
