// SPDX-License-Identifier: MIT
// Measures a thread's CPU time in the kernel, and finds where the thread entered it. Perf's CPU-time clock may
// look at user code only (perf_event_paranoid), and passes over the rest. A POSIX timer ticks with the kernel's clock; its
// signal arrives when the thread returns to user code, and the ticks that the kernel has accounted to the thread as system
// time say how many of them it was in the kernel. Needs neither perf, nor a descriptor, nor a right.
#ifndef HAGSTONE_SAMPLING_KERNEL_CLOCK_H
#define HAGSTONE_SAMPLING_KERNEL_CLOCK_H

#include <signal.h>
#include <stdint.h>

namespace hagstone {

// One per thread.
class KernelClock {
 public:
  // Called by the thread itself. Negative errno on failure; -ENOSYS if its signal would interrupt system calls.
  [[nodiscard]] int open();
  // Handler-safe; without a system call if close_kernel_clocks() came before. A signal may remain pending.
  void close();

  // In the thread, at a signal of this clock: 0 where a tick has found the thread in user code since the last call, otherwise
  // ns of its time in the kernel that no call or open() has taken yet, in whole ticks.
  uint64_t take();

 private:
  int timer_ = -1;
  int place_ = -1;  // among those of the process
  uint64_t in_user_code_ = 0;
  uint64_t taken_ = 0;
};

// Those of all threads: where the process is about to forbid itself system calls, no thread can close its own later.
void close_kernel_clocks();
// In the child of a fork, which has none.
void forget_kernel_clocks();

// True if `info` is of such a clock.
bool is_kernel_clock_signal(const siginfo_t &info);

}  // namespace hagstone

#endif
