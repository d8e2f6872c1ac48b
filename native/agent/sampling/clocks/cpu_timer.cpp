// SPDX-License-Identifier: MIT
#include "cpu_timer.h"

#include <signal.h>
#include <time.h>

#include "base/clock.h"
#include "base/system_call.h"
#include "base/waiting_traps.h"
#include "watch/perf_event.h"

namespace hagstone {

namespace {

constexpr uint64_t second = 1'000'000'000;

timespec to_timespec(uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
}

void *timer_value() { return reinterpret_cast<void *>(make_tag(TrapOrigin::timer, 0, 0)); }

// A signal that came in the handler, as when the processor was taken away in it, belongs to the previous setting. While
// it is pending no other SIGTRAP is queued, and Linux itself finally discards it (since 6.13): requests to the tracer
// made meanwhile would be lost.
void take_left_signal() { take_waiting_traps(is_cpu_timer_signal); }

}  // namespace

int create_thread_timer(int clock, void *value) {
  // struct sigevent has no public name for the thread before glibc 2.38; this is the kernel's (sigev_notify_thread_id).
  struct {
    void *value;
    int32_t signal, notify, thread;
    char rest[44];
  } event = {value, SIGTRAP, SIGEV_THREAD_ID, current_thread(), {}};
  static_assert(sizeof event == sizeof(sigevent));
  int timer = -1;
  const int failure = static_cast<int>(call(SYS_timer_create, clock, &event, &timer));
  return failure < 0 ? failure : timer;
}

int CpuTimer::create() {
  const int timer = create_thread_timer(CLOCK_THREAD_CPUTIME_ID, timer_value());
  if (timer < 0) return timer;
  timer_ = timer;
  shortest_period_ = shortest_timer_period();
  return 0;
}

void CpuTimer::set(uint64_t interval) {
  const itimerspec setting = {to_timespec(interval), to_timespec(due_)};
  call(SYS_timer_settime, timer_, TIMER_ABSTIME, &setting, 0);
}

int CpuTimer::open(uint64_t period) {
  const int failure = create();
  if (failure < 0) return failure;
  due_ = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  set_period(period);
  return 0;
}

int CpuTimer::open_once(uint64_t due) {
  const int failure = create();
  if (failure < 0) return failure;
  due_ = due;
  set(0);
  return 0;
}

void CpuTimer::close() {
  if (timer_ < 0) return;
  call(SYS_timer_delete, timer_);
  take_left_signal();
  timer_ = -1;
}

void CpuTimer::close_at(uint64_t now) {
  if (timer_ < 0 || now >= due_) return close();
  call(SYS_timer_delete, timer_);
  timer_ = -1;
}

void CpuTimer::set_period(uint64_t period) {
  if (timer_ < 0) return;
  due_ += period;
  // After a pause, or with ticks longer than the period, missed samples are not made up for. If the thread was only late
  // to be found, by less than a period, a shorter one may have passed since: the next sample represents it too.
  const uint64_t now = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (due_ <= now) {
    const uint64_t skipped = period * ((now - due_) / period + 1);
    due_ += skipped;
    if (taken_) skipped_ += skipped;
  }
  taken_ = false;
  // The interval is needed only if a signal is swallowed on its way here (hagstone_tracer, inside a system call).
  set(period);
  take_left_signal();
}

uint64_t CpuTimer::take_missed(uint64_t period) {
  const uint64_t now = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (timer_ < 0) return 0;
  const uint64_t late = now > due_ ? now - due_ : 0;
  const uint64_t missed = late / period;
  due_ += missed * period;
  const uint64_t skipped = skipped_ / period;
  skipped_ -= skipped * period;
  taken_ = true;
  return missed + skipped;
}

void CpuTimer::stop() {
  if (timer_ < 0) return;
  const itimerspec never = {};
  call(SYS_timer_settime, timer_, 0, &never, 0);
  take_left_signal();
}

uint64_t clock_tick() {
  // The coarse clock moves with the tick.
  timespec tick = {};
  call(SYS_clock_getres, CLOCK_MONOTONIC_COARSE, &tick);
  return static_cast<uint64_t>(tick.tv_sec) * second + static_cast<uint64_t>(tick.tv_nsec);
}

uint64_t shortest_timer_period() { return 2 * clock_tick(); }

bool is_cpu_timer_signal(const siginfo_t &info) {
  return info.si_code == SI_TIMER && info.si_value.sival_ptr == timer_value();
}

}  // namespace hagstone
