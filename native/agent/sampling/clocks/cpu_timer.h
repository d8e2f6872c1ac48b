// SPDX-License-Identifier: MIT
// Interrupts a thread by its own CPU time through a POSIX timer: needs neither perf nor a descriptor. The kernel looks
// at such timers at its clock tick only, so samples fall on ticks of 1 to 10 ms; due times are absolute, so that what
// one sample is late is taken off the next one's wait and the mean period is kept.
#ifndef HAGSTONE_SAMPLING_CPU_TIMER_H
#define HAGSTONE_SAMPLING_CPU_TIMER_H

#include <signal.h>

#include "sample_source.h"

namespace hagstone {

class CpuTimer final : public SampleSource {
 public:
  int open(uint64_t period) override;
  // Interrupts only once, unless set_period() follows, at the first clock tick after the thread's CPU time `due`, ns.
  [[nodiscard]] int open_once(uint64_t due);
  void close() override;
  // The same at the CPU time `now`, ns: a timer that is not due yet has left no signal.
  void close_at(uint64_t now);
  void set_period(uint64_t period) override;
  uint64_t shortest_period() const override { return shortest_period_; }
  uint64_t take_missed(uint64_t period) override;
  bool fires_in_kernel() const override { return true; }
  void stop() override;
  bool owns(int) const override { return false; }

 private:
  int create();
  void set(uint64_t interval);

  int timer_ = -1;
  uint64_t shortest_period_ = 0;
  uint64_t due_ = 0;  // CLOCK_THREAD_CPUTIME_ID, ns
  // ns before due_ that no interrupt represents yet.
  uint64_t skipped_ = 0;
  bool taken_ = false;  // take_missed() was called since the last set_period()
};

// A timer of the kernel that raises SIGTRAP, with `value`, in the calling thread: its number, or negative errno.
int create_thread_timer(int clock, void *value);

// ns of CPU time between two clock ticks: such a timer is late by less than this while its thread runs.
uint64_t clock_tick();

// Shortest mean period, in ns, that such a timer keeps: two ticks, so that also a jittered period is longer than one.
uint64_t shortest_timer_period();

// True if `info` is of such a timer.
bool is_cpu_timer_signal(const siginfo_t &info);

}  // namespace hagstone

#endif
