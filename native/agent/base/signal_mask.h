// SPDX-License-Identifier: MIT
// Blocks every signal for a scope, so that no handler sees the protected data half updated.
#ifndef HAGSTONE_BASE_SIGNAL_MASK_H
#define HAGSTONE_BASE_SIGNAL_MASK_H

#include <signal.h>
#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

using KernelSignalSet = uint64_t;
constexpr KernelSignalSet signal_bit(int signal) { return uint64_t{1} << (signal - 1); }

inline KernelSignalSet change_signal_mask(int how, KernelSignalSet set) {
  KernelSignalSet old = 0;
  call(SYS_rt_sigprocmask, how, &set, &old, sizeof set);
  return old;
}

class SignalsBlocked {
 public:
  SignalsBlocked() : old_(change_signal_mask(SIG_SETMASK, ~KernelSignalSet{0})) {}
  ~SignalsBlocked() { change_signal_mask(SIG_SETMASK, old_); }
  SignalsBlocked(const SignalsBlocked &) = delete;
  SignalsBlocked &operator=(const SignalsBlocked &) = delete;
  KernelSignalSet before() const { return old_; }

 private:
  KernelSignalSet old_;
};

}  // namespace hagstone

#endif
