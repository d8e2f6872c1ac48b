// SPDX-License-Identifier: MIT
// The agent's part of one thread of the target: signal stacks, debug registers, sampler.
#ifndef HAGSTONE_PROCESS_THREAD_H
#define HAGSTONE_PROCESS_THREAD_H

#include <signal.h>
#include <stdint.h>
#include <ucontext.h>

#include "base/signal_mask.h"
#include "pmu/access_clock.h"
#include "pmu/pmu_source.h"
#include "recording/thread_recorder.h"
#include "sampling/clocks/cpu_timer.h"
#include "sampling/clocks/kernel_clock.h"
#include "sampling/clocks/switch_rate.h"
#include "sampling/clocks/task_clock.h"
#include "sampling/thread_sampler.h"
#include "watch/perf_registers.h"
#include "watch/tracer_registers.h"

namespace hagstone {

struct Agent;

enum class ThreadMode : uint8_t {
  idle,
  self_test,
  young,     // recorded, and a clock runs; the descriptors for sampling are opened when the first sample is due
  sampling,
};

// Lies in a mapping of its own:
//   [guard page][alternate signal stack][guard page][handler stack][Thread][sampler][frames]
// The sampler is large and is made, and its pages are touched, only for threads that are sampled.
class Thread {
 public:
  // Only mapped, nothing opened; nullptr if the kernel gives no memory. Any thread may do it for another.
  static Thread *create(Agent &agent);
  // Gives the mapping back; the thread must be closed and not run on its stacks.
  void destroy();
  // Room for its creator's message to it, until it begins.
  static constexpr uint64_t message_bytes = 64;
  void *message();

  // Called by the thread itself at its start: opens its descriptors for sampling now, or when its first sample is due.
  // Unwatched time is counted.
  void begin(uint64_t start_routine);

  // Called by the thread itself: signal stack, recorder, debug registers. Returns 0, or negative errno if the thread
  // cannot be watched (then it is closed again).
  [[nodiscard]] int open(uint64_t start_routine);
  // Starts the clock. Negative errno on failure.
  [[nodiscard]] int start();
  // From now on the clock is one that takes no descriptor. Before start().
  void use_cpu_timer() { clock_ = &cpu_timer_; }
  // Started, in the process's first thread: measures for AccessClock::calibrate.
  void calibrate_distances();
  // Ends sampling: releases watchpoints, closes events, removes the signal stack, returns the recorder.
  void close();
  // Everything open is gone: it belongs to the parent of a fork, or to a recording that has ended.
  void forget();
  // False of threads that were opened for a recording that has ended.
  bool is_current() const;

  // Called by the creating thread, inside the function with these registers.
  void find_creator(const Registers &registers, CreatorContext &found);
  // Where this one was created; for its creator, before it begins.
  CreatorContext &creator() { return creator_; }

  // Handler.
  void on_signal(TrapEvent event, ucontext_t &context);
  TrapEvent identify(const siginfo_t &info) const;
  void count_foreign_signal();

  // The target's view of sigaltstack, and the stack the kernel gets.
  // Negative errno as sigaltstack(2).
  int set_alternate_stack(const stack_t *wanted, stack_t *old);
  const stack_t &target_stack() const { return target_stack_; }

  DebugRegisters &registers() { return *registers_; }
  TracerRegisters &tracer_registers() { return tracer_registers_; }
  SampleSource &clock() { return *clock_; }
  ThreadMode mode() const { return mode_; }
  unsigned watch_registers() const { return watch_registers_; }
  unsigned registers_found() const { return registers_found_; }
  void set_registers_found(unsigned found) { registers_found_ = found; }

  EventLog &events() { return events_; }  // written in mode self_test
  void set_mode(ThreadMode mode) { __atomic_store_n(&mode_, mode, __ATOMIC_SEQ_CST); }

 private:
  explicit Thread(Agent &agent, char *mapping, uint64_t mapped_bytes);
  void choose_transport();
  bool install_own_stack();
  void introduce(uint64_t start_routine);
  void open_sampler(unsigned watch_registers);
  bool postpones() const;
  bool wait_for_first_sample();
  bool start_first_clock(uint64_t delay);
  bool start_clock(uint64_t period);
  bool start_timer(uint64_t period);
  void on_first_interrupt(ucontext_t &context);
  bool open_for_first_sample();
  void stay_unwatched();
  void count_start(uint64_t cpu_time);
  bool take_share();
  void give_share();
  int open_registers(unsigned wanted);
  int open_access_clock();
  void close_registers();
  bool get_registers();
  void hand_registers_on(uint64_t cpu_time);
  void count_unwatched(uint64_t cpu_time);
  void handle(TrapEvent event, ucontext_t &context);
  void start_kernel_clock();
  void leave_costly_clock(uint64_t cpu_time);
  void count_handler_time(uint64_t cost);
  void on_kernel_clock(ucontext_t &context);
  void count_kernel_time(ucontext_t &context, uint64_t begin, uint64_t time);
  bool is_paused(hagstone_control_request request) const;
  void fall_silent();
  void end_as_confined();
  void stop_recording(const TimeSpent &spent);
  void take_left_signals();
  void look_for_causes(KernelSignalSet mask, uint64_t cpu_time);
  ThreadMemory memory() const;
  uint64_t handler_stack_top() const;

  Agent &agent_;
  char *mapping_;
  uint64_t mapped_bytes_;
  ThreadMode mode_ = ThreadMode::idle;
  EventLog events_ = {};
  uint32_t index_ = 0;
  uint32_t recording_ = 0;  // Agent::recordings when it was opened
  unsigned watch_registers_ = 0;
  unsigned registers_found_ = 0;
  bool has_share_ = false;           // of the quota: descriptors for registers and perf's clock
  bool holds_registers_ = false;
  bool unwatched_ = false;           // the resources for its samples are not available
  FirstSample first_ = {};           // young: the sample that is waited for
  uint32_t turns_ = 0;               // sampling interrupts since it got them
  uint32_t samples_due_ = 0;         // sampling interrupts of its life, up to 2
  uint64_t unrecorded_cpu_time_ = 0; // before the process was attached to
  uint64_t unwatched_since_ = 0;     // CPU time; without registers
  uint64_t unwatched_time_ = 0;
  uint64_t earlier_cpu_time_ = 0;  // of threads that used the recorder before
  uint64_t profiler_time_ = 0;     // ns of CPU time that handlers and their traps took so far
  uint64_t handler_end_ = 0;       // CPU time at the end of the last handler
  uint64_t ticks_ = 0;             // signals of kernel_clock_
  uint64_t tick_cost_ = 0;         // ns: of the last measured one that found user code
  bool stopped_ = false;           // on request, for good
  uint64_t recorded_cpu_time_ = 0; // stopped: CPU time until then
  bool own_stack_installed_ = false;
  stack_t target_stack_ = {};
  ThreadRecorder *recorder_ = nullptr;
  DebugRegisters *registers_ = nullptr;  // one of those below
  SampleSource *clock_ = nullptr;        // likewise
  PerfRegisters perf_registers_;
  TracerRegisters tracer_registers_;
  TaskClock task_clock_;
  CpuTimer cpu_timer_;
  KernelClock kernel_clock_;  // beside task_clock_
  SwitchRate switch_rate_;    // of a thread with task_clock_
  bool waits_often_ = false;  // and has therefore left task_clock_
  PmuSource pmu_source_;
  AccessClock access_clock_;
  ThreadSampler *sampler_ = nullptr;
  CreatorContext creator_;
};

// An event of the agent in a thread that it does not know any more.
TrapEvent identify_trap(const siginfo_t &info);

// The calling thread; nullptr in threads that the agent does not know.
Thread *this_thread();
void set_this_thread(Thread *thread, uint64_t handler_stack_top);

}  // namespace hagstone

#endif
