// SPDX-License-Identifier: MIT
// Interrupts a thread by its own CPU time through a POSIX timer: needs neither perf nor a descriptor. The kernel looks
// at such timers at its clock tick only, so samples fall on ticks of 1 to 10 ms; due times are absolute, so that what
// one sample is late is taken off the next one's wait and the mean period is kept.
#ifndef HAGSTONE_SAMPLING_CPU_TIMER_H
#define HAGSTONE_SAMPLING_CPU_TIMER_H

#include <signal.h>

#include "sampling/sample_source.h"

namespace hagstone {

class CpuTimer final : public SampleSource {
 public:
  int open(uint64_t period) override;
  // Interrupts only once, unless set_period() follows. The first clock tick after `delay` may be the one that interrupts.
  [[nodiscard]] int open_once(uint64_t delay);
  void close() override;
  void set_period(uint64_t period) override;
  void stop() override;
  bool owns(int) const override { return false; }
  uint64_t due() const { return due_; }  // the thread's CPU time at which it interrupts next, ns

 private:
  int create();
  void set(uint64_t interval);

  int timer_ = -1;
  uint64_t due_ = 0;  // CLOCK_THREAD_CPUTIME_ID, ns
};

// ns of CPU time between two clock ticks: such a timer is late by less than this while its thread runs.
uint64_t clock_tick();

// Shortest mean period, in ns, that such a timer keeps: two ticks, so that also a jittered period is longer than one.
uint64_t shortest_timer_period();

// True if `info` is of such a timer.
bool is_cpu_timer_signal(const siginfo_t &info);

}  // namespace hagstone

#endif
