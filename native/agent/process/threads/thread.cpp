// SPDX-License-Identifier: MIT
#include "thread.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <new>

#include "base/clock.h"
#include "base/signal_mask.h"
#include "base/system_call.h"
#include "base/thread_storage.h"
#include "base/waiting_traps.h"
#include "process/agent.h"
#include "process/threads/processor_wait.h"
#include "process/signals/target_trap.h"
#include "sampling/self_test.h"

namespace hagstone {

namespace {

constexpr uint64_t page = 4096;
// The target's handlers run on it too if they ask for an alternate stack and have installed none.
constexpr uint64_t alternate_stack_bytes = 256 * 1024;
constexpr uint64_t handler_stack_bytes = 128 * 1024;
constexpr uint64_t alternate_stack_offset = page;
constexpr uint64_t handler_stack_offset = alternate_stack_offset + alternate_stack_bytes + page;
constexpr uint64_t thread_offset = handler_stack_offset + handler_stack_bytes;

// Sampling interrupts after which a thread gives its registers to one that waits.
constexpr uint32_t turns_in_a_row = 16;

// A thread that often sleeps or loses the processor runs at few ticks, and may end before the tick for its first
// sample. Within this many ticks of its time it meets one nearly always.
constexpr uint64_t ticks_ahead = 4;

// One in this many ticks that find a thread in user code is measured, and represents the others: reading the clock
// takes longer than the rest.
constexpr uint64_t measured_ticks = 16;

// ns of CPU time within which the signal of a tick in a handler arrives after it, where it was blocked.
constexpr uint64_t just_behind_handler = 10'000;

constexpr uint64_t rounded_to_pages(uint64_t bytes) { return (bytes + page - 1) & ~(page - 1); }

constexpr uint64_t sampler_offset = thread_offset + rounded_to_pages(sizeof(Thread));
constexpr uint64_t frames_offset = sampler_offset + rounded_to_pages(sizeof(ThreadSampler));

// The thread pointer points to itself (System V ABI, ELF handling for thread-local storage).
uint64_t thread_pointer() {
  uint64_t pointer;
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

uint64_t nanoseconds(const timeval &time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_usec) * 1000;
}

}  // namespace

Thread *this_thread() { return hagstone_thread_storage.thread; }

void set_this_thread(Thread *thread, uint64_t handler_stack_top) {
  hagstone_thread_storage.handler_stack_top = handler_stack_top;
  hagstone_thread_storage.thread = thread;
}

Thread::Thread(Agent &agent, char *mapping, uint64_t mapped_bytes)
    : agent_(agent),
      mapping_(mapping),
      mapped_bytes_(mapped_bytes),
      perf_registers_(agent.transport),
      task_clock_(agent.transport),
      pmu_source_(agent.pmu, agent.transport) {
  target_stack_.ss_flags = SS_DISABLE;
  choose_transport();
}

void Thread::choose_transport() {
  const bool traced = agent_.transport == HAGSTONE_TRANSPORT_TRACER;
  registers_ = traced ? static_cast<DebugRegisters *>(&tracer_registers_) : &perf_registers_;
  clock_ = traced ? static_cast<SampleSource *>(&cpu_timer_) : &task_clock_;
  if (agent_.samples_by_pmu()) clock_ = &pmu_source_;
}

Thread *Thread::create(Agent &agent) {
  uint64_t bytes = frames_offset + rounded_to_pages(agent.sampling.depth_cap * sizeof(UnwindFrame));
  char *mapping = agent.thread_mappings.take(bytes);
  if (!mapping) {
    mapping = static_cast<char *>(map_pages(bytes));
    if (!mapping) return nullptr;
    call(SYS_mprotect, mapping, page, PROT_NONE);
    call(SYS_mprotect, mapping + handler_stack_offset - page, page, PROT_NONE);
  }
  return new (mapping + thread_offset) Thread(agent, mapping, bytes);
}

bool Thread::is_current() const { return recording_ == agent_.recordings; }

void Thread::destroy() { agent_.thread_mappings.give(mapping_, mapped_bytes_); }

// The handler stack's start: no handler runs before the thread does.
void *Thread::message() { return mapping_ + thread_offset - message_bytes; }

uint64_t Thread::handler_stack_top() const { return reinterpret_cast<uint64_t>(mapping_ + thread_offset); }

ThreadMemory Thread::memory() const {
  const uint64_t pointer = thread_pointer(), own = reinterpret_cast<uint64_t>(mapping_);
  const auto storage = reinterpret_cast<uint64_t>(&hagstone_thread_storage);
  ThreadMemory memory = {};
  memory.forbidden[memory.forbidden_count++] = {pointer, pointer + agent_.thread_control_block_bytes};
  memory.forbidden[memory.forbidden_count++] = {storage, storage + sizeof hagstone_thread_storage};
  memory.forbidden[memory.forbidden_count++] = {own, own + mapped_bytes_};
  memory.forbidden[memory.forbidden_count++] = agent_.own_memory;
  // A thread's control block lies on top of its stack. A tracer's registers trap until the handler ends, even after
  // being disarmed.
  const bool first = current_thread() == agent_.process_id;
  if (agent_.transport != HAGSTONE_TRANSPORT_TRACER) memory.stack_top = first ? agent_.first_stack_top : pointer;
  return memory;
}

bool Thread::install_own_stack() {
  stack_t own = {};
  own.ss_sp = mapping_ + alternate_stack_offset;
  own.ss_size = alternate_stack_bytes;
  own_stack_installed_ = call(SYS_sigaltstack, &own, 0) == 0;
  return own_stack_installed_;
}

// The thread as the recording and the signal handlers know it.
void Thread::introduce(uint64_t start_routine) {
  recording_ = agent_.recordings;
  set_this_thread(this, handler_stack_top());
  // Another thread may be replacing the module map: it waits for this reader as it does for handlers.
  unsigned side = agent_.handlers.enter();
  index_ = agent_.process.add_thread(current_thread(), start_routine, *agent_.modules.snapshot());
  agent_.handlers.leave(side);
  turns_ = samples_due_ = 0;
  switch_rate_ = SwitchRate();
  waits_often_ = false;
  unwatched_ = false;
  profiler_time_ = recorded_cpu_time_ = 0;
  stopped_ = false;
  unrecorded_cpu_time_ = agent_.attached ? clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) : 0;
  unwatched_since_ = unrecorded_cpu_time_;
  unwatched_time_ = 0;
}

int Thread::open(uint64_t start_routine) {
  SignalsBlocked blocked;
  if (!own_stack_installed_) {
    call(SYS_sigaltstack, 0, &target_stack_);
    if (target_stack_.ss_flags & SS_DISABLE) install_own_stack();
  }
  introduce(start_routine);
  int opened = open_registers(agent_.watch_registers);
  const bool may_wait = agent_.registers_per_thread && !agent_.samples_by_pmu();
  if (opened == -EMFILE && may_wait) {
    agent_.quota.begin_waiting();
    // Perf's clock would take one of the descriptors that others wait for.
    clock_ = &cpu_timer_;
    opened = static_cast<int>(agent_.registers_per_thread);
  }
  if (opened > 0) opened = open_access_clock() < 0 ? -ENODEV : opened;
  recorder_ = opened > 0 ? agent_.process.take_recorder() : nullptr;
  if (!recorder_) {
    agent_.process.count(HAGSTONE_STATISTIC_threads_unwatched);
    index_ = 0;  // its end is not seen
    close();
    return opened > 0 ? -ENOMEM : opened;
  }
  open_sampler(static_cast<unsigned>(opened));
  return 0;
}

void Thread::open_sampler(unsigned watch_registers) {
  watch_registers_ = watch_registers;
  earlier_cpu_time_ = recorder_->statistic(HAGSTONE_STATISTIC_cpu_time) - unrecorded_cpu_time_;
  auto *frames = reinterpret_cast<UnwindFrame *>(mapping_ + frames_offset);
  sampler_ = new (mapping_ + sampler_offset) ThreadSampler();
  sampler_->open(agent_.sampling, agent_.process, *recorder_, *registers_, *clock_, watch_registers_, memory(), frames,
                 index_);
  sampler_->set_creator(creator_);
  if (access_clock_.is_open()) sampler_->use_distance_clock(access_clock_);
}

namespace {

// The data that unwinding needs, in place of the sampler of a thread that has none yet.
struct Unwinding {
  CallingContexts contexts;
  OwnMemory memory;
};

}  // namespace

void Thread::find_creator(const Registers &registers, CreatorContext &found) {
  SignalsBlocked blocked;
  if (!index_ || !agent_.process.active()) return;
  const unsigned side = agent_.handlers.enter();
  const ModuleMapSnapshot &modules = *agent_.modules.snapshot();
  if (sampler_) {
    sampler_->find_creator(registers, modules, found);
  } else {
    static_assert(sizeof(Unwinding) <= sizeof(ThreadSampler));
    auto *unwinding = new (mapping_ + sampler_offset) Unwinding();
    unwinding->contexts.open(reinterpret_cast<UnwindFrame *>(mapping_ + frames_offset), agent_.sampling.depth_cap, index_);
    unwinding->contexts.set_creator(creator_);
    // Nothing of it is watched.
    unwinding->memory.open(current_thread(), memory().stack_top);
    unwinding->memory.begin_handler(registers.general[register_rsp]);
    unwinding->contexts.find_creator(registers, modules, unwinding->memory, found);
  }
  agent_.handlers.leave(side);
}

// Nothing to open unless distances are counted.
int Thread::open_access_clock() {
  if (!agent_.counts_distances()) return 0;
  const int failure = access_clock_.open(agent_.pmu.events);
  if (failure < 0)
    close_registers();
  else
    access_clock_.set_unseen(agent_.unseen_accesses);
  return failure;
}

// Measured by traps without a watchpoint of the sampler: they count as stale and take the same path as all others.
void Thread::calibrate_distances() {
  uint64_t &stale = recorder_->statistic(HAGSTONE_STATISTIC_dropped_stale_trap);
  const uint64_t stale_before = stale;
  if (registers_->arm(0, watched_word_breakpoint(), UINT32_MAX) < 0) return;
  agent_.unseen_accesses = access_clock_.calibrate([](void *) { store_to_watched_word(); }, nullptr);
  registers_->disarm(0);
  stale = stale_before;
}

bool Thread::take_share() {
  if (agent_.transport == HAGSTONE_TRANSPORT_TRACER) return true;
  if (!has_share_) has_share_ = agent_.quota.take();
  return has_share_;
}

void Thread::give_share() {
  if (has_share_) agent_.quota.give();
  has_share_ = false;
}

// How many watch, or negative errno. -EMFILE: none before the thread's turn comes.
int Thread::open_registers(unsigned wanted) {
  if (!take_share()) return -EMFILE;
  const int opened = registers_->open(wanted);
  holds_registers_ = opened > 0;
  if (!holds_registers_) close_registers();
  return opened;
}

void Thread::close_registers() {
  registers_->close();
  give_share();
  holds_registers_ = false;
}

// A tracer's registers cannot be opened in a handler, and a PMU's events count from the start.
bool Thread::postpones() const {
  return agent_.transport != HAGSTONE_TRANSPORT_TRACER && !agent_.samples_by_pmu() && agent_.registers_per_thread;
}

void Thread::begin(uint64_t start_routine) {
  if (!postpones()) {
    // A thread whose clock does not start stays open: it is closed at its end like any other.
    if (open(start_routine) == 0) (void)start();
    return;
  }
  SignalsBlocked blocked;
  install_own_stack();  // a new thread has none
  introduce(start_routine);
  first_ = first_sample(agent_.sampling, index_, agent_.starting_threads.factor());
  set_mode(ThreadMode::young);
  if (!wait_for_first_sample()) stay_unwatched();
}

// Most short threads end before it is due. Until shortly before a cheap timer will do, which comes at clock ticks.
bool Thread::wait_for_first_sample() {
  const uint64_t ahead = ticks_ahead * agent_.clock_tick;
  if (first_.due > ahead && cpu_timer_.open_once(first_.due - ahead) == 0) {
    clock_ = &cpu_timer_;
    return true;
  }
  const uint64_t now = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  // What was due before the thread's own code falls away.
  first_.skip_until(now, agent_.sampling.period);
  return start_first_clock(first_.due - now);
}

// Also in a handler. Without a share it is the timer, which needs no descriptor.
bool Thread::start_first_clock(uint64_t delay) {
  return agent_.quota.has_room() && take_share() ? start_clock(delay) : start_timer(delay);
}

bool Thread::start_clock(uint64_t period) {
  clock_ = &task_clock_;
  if (task_clock_.open(period) == 0) return true;
  task_clock_.close();
  return start_timer(period);
}

bool Thread::start_timer(uint64_t period) {
  clock_ = &cpu_timer_;
  return cpu_timer_.open(period) == 0;
}

// Handler.
void Thread::on_first_interrupt(ucontext_t &context) {
  if (!agent_.process.active()) return fall_silent();
  const uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (begin == 0) return end_as_confined();
  const bool is_early = begin < first_.due;
  bool watched = false;
  if (is_early) {
    clock_->close();
    watched = start_first_clock(first_.due - begin);
  } else {
    watched = open_for_first_sample();
  }
  profiler_time_ += clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - begin;
  if (!watched) return stay_unwatched();
  if (is_early) return;
  set_mode(ThreadMode::sampling);
  handle({TrapOrigin::timer, 0, 0, false}, context);
}

bool Thread::open_for_first_sample() {
  recorder_ = agent_.process.take_recorder();
  if (!recorder_) return false;
  const bool may_open = has_share_ || agent_.quota.has_room();
  const int opened = may_open ? open_registers(agent_.registers_per_thread) : -EMFILE;
  if (opened < 0 && opened != -EMFILE) return false;
  // The sampler sets the period of the clock that continues.
  const bool waits = opened < 0;
  if (waits || clock_ != &task_clock_) {
    clock_->close();
    const uint64_t period = first_.periods * agent_.sampling.period;
    if (!(waits ? start_timer(period) : start_clock(period))) return false;
  }
  if (waits) agent_.quota.begin_waiting();
  open_sampler(waits ? agent_.registers_per_thread : static_cast<unsigned>(opened));
  sampler_->begin_with(first_);
  sampler_->set_trap_cost(agent_.sampling.trap_cost);
  start_kernel_clock();
  return true;
}

// Without it time in the kernel is not counted.
void Thread::start_kernel_clock() {
  if (clock_ != &task_clock_) return;
  TrapEvent of_self_test;
  (void)perf_registers_.take_displaced(of_self_test);
  (void)kernel_clock_.open();
}

// Handler. A timer that the kernel looks at in its clock ticks costs nothing at a context switch.
void Thread::leave_costly_clock(uint64_t cpu_time) {
  if (!agent_.sampling.max_overhead || !switch_rate_.is_due(cpu_time)) return;
  rusage usage = {};
  if (call(SYS_getrusage, RUSAGE_THREAD, &usage) != 0) return;
  if (!switch_rate_.is_too_high(static_cast<uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw), cpu_time)) return;
  if (cpu_timer_.open_once(cpu_time) < 0) return;
  task_clock_.close();
  kernel_clock_.close();
  take_waiting_traps([this](const siginfo_t &info) {
    const TrapOrigin origin = identify(info).origin;
    return origin == TrapOrigin::timer || origin == TrapOrigin::kernel_clock;
  });
  waits_often_ = true;
  clock_ = &cpu_timer_;
  sampler_->continue_with(cpu_timer_);
  sampler_->begin_phases();
  recorder_->statistic(HAGSTONE_STATISTIC_clock_ticks)++;
}

// The thread's whole life counts as unwatched, including the time before this call: no sample represents it.
void Thread::stay_unwatched() {
  set_mode(ThreadMode::idle);
  clock_->close();
  if (holds_registers_) close_registers();
  give_share();
  if (recorder_) agent_.process.return_recorder(recorder_);
  recorder_ = nullptr;
  unwatched_ = true;
  agent_.process.count(HAGSTONE_STATISTIC_threads_unwatched);
}

int Thread::start() {
  sampler_->set_trap_cost(agent_.sampling.trap_cost);
  set_mode(ThreadMode::sampling);
  const uint64_t first_period = sampler_->first_period();
  int failure = clock_->open(first_period);
  if (failure == -EMFILE && !agent_.samples_by_pmu()) {
    clock_ = &cpu_timer_;
    failure = clock_->open(first_period);
  }
  if (failure < 0)
    agent_.process.count(HAGSTONE_STATISTIC_threads_unwatched);
  else
    start_kernel_clock();
  return failure;
}

void Thread::close() {
  SignalsBlocked blocked;
  ThreadMode mode = mode_;
  set_mode(ThreadMode::idle);
  const bool opened_clock = has_share_;
  const bool opened_events = opened_clock || recorder_ || !postpones();
  const bool measures = postpones() && !stopped_ && index_ && samples_due_ < 2;
  const uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  const uint64_t cpu_time = stopped_ ? recorded_cpu_time_ : begin;
  if (index_ && !stopped_) look_for_causes(blocked.before(), cpu_time - unrecorded_cpu_time_);
  if (clock_ == &cpu_timer_)
    cpu_timer_.close_at(begin);
  else
    clock_->close();
  kernel_clock_.close();
  if (mode == ThreadMode::sampling && holds_registers_) sampler_->stop(cpu_time - profiler_time_);
  if (sampler_) sampler_->close();
  sampler_ = nullptr;
  // A young thread that would have to wait for registers is not sampled.
  if (!recorder_ && !has_share_ && !agent_.quota.has_room()) unwatched_ = true;
  const bool missed = mode == ThreadMode::young && clock_ == &cpu_timer_ && cpu_time > first_.due;
  if (missed && !unwatched_) agent_.process.count(HAGSTONE_STATISTIC_dropped_ended);
  if (holds_registers_) {
    close_registers();
  } else if (recorder_ && !stopped_) {
    agent_.quota.end_waiting();
    count_unwatched(cpu_time);
  }
  give_share();
  if (measures) {
    if (opened_clock) profiler_time_ += agent_.clock_cost;
    if (recorder_) profiler_time_ += clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    count_start(cpu_time);
  }
  const uint64_t recorded_time = cpu_time - unrecorded_cpu_time_;
  if (recorder_) {
    if (agent_.process.active()) {
      CounterUpdate update(recorder_->statistics_record());
      recorder_->statistic(HAGSTONE_STATISTIC_cpu_time) = earlier_cpu_time_ + cpu_time;
      if (access_clock_.is_open()) {
        recorder_->statistic(HAGSTONE_STATISTIC_accesses) += access_clock_.counted();
        recorder_->statistic(HAGSTONE_STATISTIC_own_accesses) += access_clock_.own();
      }
    }
    agent_.process.return_recorder(recorder_);
    recorder_ = nullptr;
    if (index_) agent_.process.add_thread_end(index_, recorded_time, unwatched_time_);
  } else if (index_) {
    agent_.process.add_unsampled_thread_end(index_, recorded_time, unwatched_ ? recorded_time : 0);
  }
  access_clock_.close();
  index_ = 0;
  if (agent_.transport == HAGSTONE_TRANSPORT_TRACER) tracer_registers_.settle();
  // A timer has taken its own.
  if (opened_events) take_left_signals();
  if (own_stack_installed_) call(SYS_sigaltstack, &target_stack_, 0);
  own_stack_installed_ = false;
  set_this_thread(nullptr, 0);
}

// Why the thread, which ends, may have few samples or none.
void Thread::look_for_causes(KernelSignalSet mask, uint64_t cpu_time) {
  if (cpu_time < counted_thread_time) return;
  rusage usage = {};
  if (call(SYS_getrusage, RUSAGE_THREAD, &usage) == 0 && !unrecorded_cpu_time_) {
    agent_.process.count(HAGSTONE_STATISTIC_kernel_time, nanoseconds(usage.ru_stime));
    agent_.process.count(HAGSTONE_STATISTIC_processor_wait, own_processor_wait());
  }
  if (clock_ == &task_clock_ && task_clock_.is_lost()) agent_.process.count(HAGSTONE_STATISTIC_clock_closed);
  if (samples_due_ >= 2) return;
  if (mask & signal_bit(SIGTRAP)) agent_.process.count(HAGSTONE_STATISTIC_signal_blocked);
  if (!trap_handler_is_ours()) agent_.process.count(HAGSTONE_STATISTIC_signal_replaced);
}

void Thread::count_start(uint64_t cpu_time) {
  const uint64_t target = cpu_time > profiler_time_ ? cpu_time - profiler_time_ : 0;
  switch (agent_.starting_threads.count_end({target, profiler_time_})) {
    case AdaptivePeriod::Change::none: break;
    case AdaptivePeriod::Change::raised: agent_.process.count(HAGSTONE_STATISTIC_period_raised); break;
    case AdaptivePeriod::Change::lowered: agent_.process.count(HAGSTONE_STATISTIC_period_lowered); break;
  }
}

// An event may have left a pending signal: it must not arrive when the stacks are gone. SIGTRAP is blocked.
void Thread::take_left_signals() {
  take_waiting_traps([this](const siginfo_t &info) { return identify(info).origin != TrapOrigin::foreign; });
}

void Thread::forget() {
  set_mode(ThreadMode::idle);
  cpu_timer_.close();
  kernel_clock_.close();
  perf_registers_ = PerfRegisters(agent_.transport);
  tracer_registers_ = TracerRegisters();
  task_clock_ = TaskClock(agent_.transport);
  cpu_timer_ = CpuTimer();
  kernel_clock_ = KernelClock();
  pmu_source_ = PmuSource(agent_.pmu, agent_.transport);
  access_clock_ = AccessClock();
  has_share_ = holds_registers_ = false;
  choose_transport();
  sampler_ = nullptr;
  recorder_ = nullptr;
  index_ = 0;
  creator_.count = 0;
}

// Above the limit on pending signals (RLIMIT_SIGPENDING) the kernel delivers signals of O_ASYNC, and requests to the
// tracer, without their details; one that another process sends has its number.
static bool lost_its_information(const siginfo_t &info) {
  return info.si_code == SI_USER && info.si_pid == 0 && info.si_uid == 0;
}

TrapEvent identify_trap(const siginfo_t &info) {
  TrapEvent event = {TrapOrigin::foreign, 0, 0, false};
  uint64_t tag;
  if (sigtrap_data(info, tag, event.late)) {
    read_tag(tag, event);
  } else if (is_cpu_timer_signal(info)) {
    event.origin = TrapOrigin::timer;
  } else if (is_kernel_clock_signal(info)) {
    event.origin = TrapOrigin::kernel_clock;
  } else if (agent.transport == HAGSTONE_TRANSPORT_TRACER && tracer_trap(info, event)) {
    return event;
  } else if (agent.transport == HAGSTONE_TRANSPORT_ASYNC && info.si_code == SI_SIGIO) {
    // From an event closed meanwhile: O_ASYNC raises SIGTRAP for no other reason.
    event = {TrapOrigin::watch, DebugRegisters::capacity, 0, true};
  } else if (agent.transport != HAGSTONE_TRANSPORT_SIGTRAP && lost_its_information(info)) {
    event = {TrapOrigin::watch, DebugRegisters::capacity, 0, true};
  }
  return event;
}

TrapEvent Thread::identify(const siginfo_t &info) const {
  TrapEvent event = identify_trap(info);
  if (info.si_code != SI_SIGIO || event.origin == TrapOrigin::foreign) return event;
  if (clock_->owns(info.si_fd)) return {TrapOrigin::timer, 0, 0, false};
  perf_registers_.event_of_descriptor(info.si_fd, event);
  return event;
}

void Thread::count_foreign_signal() {
  if (__atomic_load_n(&mode_, __ATOMIC_SEQ_CST) == ThreadMode::sampling && agent_.process.active())
    recorder_->statistic(HAGSTONE_STATISTIC_foreign_signals)++;
}

// Nothing is to interrupt the target any more.
void Thread::fall_silent() {
  set_mode(ThreadMode::idle);
  clock_->stop();
  kernel_clock_.close();
  if (!holds_registers_) return;
  for (unsigned slot = 0; slot < watch_registers_; slot++) registers_->disarm(slot);
  registers_->disarm(DebugRegisters::walk_slot);
}

// Handler: the clock cannot be read, for which no right is needed.
void Thread::end_as_confined() {
  agent_.process.end_as_confined();
  fall_silent();
}

// Handler: at the launcher's request. The other threads of the process stop at their next interrupts.
void Thread::stop_recording(const TimeSpent &spent) {
  if (holds_registers_)
    sampler_->stop(spent.target);
  else
    agent_.quota.end_waiting();
  fall_silent();
  if (holds_registers_) close_registers();
  stopped_ = true;
  agent_.process.file().finish(HAGSTONE_STATE_FINISHED);
}

void Thread::count_unwatched(uint64_t cpu_time) {
  unwatched_time_ += cpu_time - unwatched_since_;
  if (agent_.process.active()) recorder_->statistic(HAGSTONE_STATISTIC_cpu_time_unwatched) += cpu_time - unwatched_since_;
  unwatched_since_ = cpu_time;
}

// Handler, in a thread that waits for its turn.
bool Thread::get_registers() {
  const int opened = open_registers(watch_registers_);
  if (opened != static_cast<int>(watch_registers_)) {
    if (holds_registers_) close_registers();
    return false;
  }
  agent_.quota.end_waiting();
  turns_ = 0;
  return true;
}

// Handler. Threads that compute get their turns in the order in which their clocks run out, which is random.
void Thread::hand_registers_on(uint64_t cpu_time) {
  sampler_->stop(cpu_time - profiler_time_);
  close_registers();
  agent_.quota.begin_waiting();
  unwatched_since_ = cpu_time;
  recorder_->statistic(HAGSTONE_STATISTIC_threads_rotated)++;
}

void Thread::on_signal(TrapEvent event, ucontext_t &context) {
  ThreadMode mode = __atomic_load_n(&mode_, __ATOMIC_SEQ_CST);
  if (mode == ThreadMode::self_test) {
    events_.last = event;
    events_.seen = events_.seen + 1;
    if (event.origin == TrapOrigin::walk) registers_->disarm(DebugRegisters::walk_slot);
    return;
  }
  if (mode != ThreadMode::sampling && mode != ThreadMode::young) return;
  const unsigned side = agent_.handlers.enter();
  if (mode == ThreadMode::young) {
    // If recording has ended, perhaps for a sandbox that forbids system calls, its timer will not fire again.
    if (event.origin == TrapOrigin::timer && agent_.recording && is_current()) on_first_interrupt(context);
  } else if (agent_.recording && is_current())
    event.origin == TrapOrigin::kernel_clock ? on_kernel_clock(context) : handle(event, context);
  else {  // perf's events ended with their descriptors
    if (clock_ == &cpu_timer_) cpu_timer_.close();
    kernel_clock_.close();
  }
  agent_.handlers.leave(side);
}

// Handler, while recording.
void Thread::handle(TrapEvent event, ucontext_t &context) {
  const bool tracer_gone = agent_.transport == HAGSTONE_TRANSPORT_TRACER && event.origin == TrapOrigin::watch &&
                           event.slot == DebugRegisters::capacity;
  if (!agent_.process.active() || tracer_gone) return fall_silent();
  uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (begin == 0) return end_as_confined();
  CounterUpdate update(recorder_->statistics_record());
  const TimeSpent spent = {begin - profiler_time_, profiler_time_};
  const bool is_timer = event.origin == TrapOrigin::timer;
  if (is_timer && samples_due_ < 2) samples_due_++;
  const hagstone_control_request request = is_timer ? agent_.control.request() : HAGSTONE_CONTROL_RECORD;
  if (event.origin == TrapOrigin::watch) perf_registers_.count_arrived(event.slot);
  if (!holds_registers_) count_unwatched(begin);
  if (request == HAGSTONE_CONTROL_STOP) {
    stop_recording(spent);
  } else if (is_paused(request)) {
    if (is_timer)
      sampler_->on_paused(spent);
    else
      sampler_->stop(spent.target);
  } else if (holds_registers_ || (is_timer && get_registers())) {
    const bool own_code = agent_.own_memory.contains(static_cast<uint64_t>(context.uc_mcontext.gregs[REG_RIP]));
    for (TrapEvent blocked = {}; tracer_registers_.take_blocked_trap(blocked);)
      sampler_->on_event(blocked, context, *agent_.modules.snapshot(), own_code, spent);
    sampler_->on_event(event, context, *agent_.modules.snapshot(), own_code, spent);
    if (is_timer && clock_ == &task_clock_) leave_costly_clock(begin);
    if (is_timer && ++turns_ >= turns_in_a_row && agent_.quota.anyone_waits()) hand_registers_on(begin);
    if (waits_often_) perf_registers_.close_idle();
  }
  uint64_t end = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (stopped_) recorded_cpu_time_ = end;
  recorder_->statistic(HAGSTONE_STATISTIC_cpu_time) = earlier_cpu_time_ + end;
  recorder_->statistic(HAGSTONE_STATISTIC_handler_time) += end - begin;
  profiler_time_ += end - begin + agent_.sampling.trap_cost;
  handler_end_ = end;
}

bool Thread::is_paused(hagstone_control_request request) const {
  return request == HAGSTONE_CONTROL_PAUSE || __atomic_load_n(&agent_.collection_stopped, __ATOMIC_RELAXED);
}

// Handler, at each clock tick of the thread.
void Thread::on_kernel_clock(ucontext_t &context) {
  if (!agent_.process.active()) return fall_silent();
  CounterUpdate update(recorder_->statistics_record());
  const bool is_measured = ticks_++ % measured_ticks == 0;
  uint64_t begin = is_measured ? clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) : 0;
  const uint64_t time = kernel_clock_.take();
  if (!time && !is_measured) return count_handler_time(tick_cost_);
  if (!is_measured) begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (begin == 0) return end_as_confined();
  if (time && holds_registers_ && !is_paused(agent_.control.request())) count_kernel_time(context, begin, time);
  const uint64_t end = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  count_handler_time(end - begin);
  if (!time) tick_cost_ = end - begin;
  handler_end_ = end;
}

void Thread::count_handler_time(uint64_t cost) {
  recorder_->statistic(HAGSTONE_STATISTIC_handler_time) += cost;
  profiler_time_ += cost;
}

void Thread::count_kernel_time(ucontext_t &context, uint64_t begin, uint64_t time) {
  // The profiler's own: its handlers have SIGTRAP blocked.
  if (begin - handler_end_ < just_behind_handler) return;
  const auto &registers = context.uc_mcontext.gregs;
  const auto instruction = static_cast<uint64_t>(registers[REG_RIP]);
  if (agent_.own_memory.contains(instruction)) return;
  const ModuleMapSnapshot &modules = *agent_.modules.snapshot();
  // SYSCALL leaves its return address in RCX. Anything else may be a watchpoint trap, whose time is the profiler's.
  const bool from_system_call = registers[REG_RCX] == registers[REG_RIP];
  TrapEvent displaced = {};
  if (from_system_call || !perf_registers_.take_displaced(displaced)) {
    sampler_->on_kernel_time(context, modules, time / agent_.clock_tick, time);
    return;
  }
  recorder_->statistic(HAGSTONE_STATISTIC_displaced_traps)++;
  sampler_->on_event(displaced, context, modules, false, {begin - profiler_time_, profiler_time_});
}

int Thread::set_alternate_stack(const stack_t *wanted, stack_t *old) {
  SignalsBlocked blocked;
  if (!own_stack_installed_) {
    // The kernel has the target's stack, and decides whether the change is allowed.
    long failure = call(SYS_sigaltstack, wanted, old);
    if (failure < 0) return static_cast<int>(failure);
    if (wanted) target_stack_ = *wanted;
    if (wanted && wanted->ss_flags & SS_DISABLE) install_own_stack();
    return 0;
  }
  if (wanted && !(wanted->ss_flags & SS_DISABLE)) {
    long failure = call(SYS_sigaltstack, wanted, 0);
    if (failure < 0) return static_cast<int>(failure);
    own_stack_installed_ = false;
  }
  if (old) *old = target_stack_;
  if (wanted) target_stack_ = *wanted;
  return 0;
}

}  // namespace hagstone
