// SPDX-License-Identifier: MIT
#include "kernel_clock.h"

#include <errno.h>
#include <time.h>

#include "base/clock.h"
#include "base/kernel_version.h"
#include "base/system_call.h"
#include "cpu_timer.h"
#include "watch/perf_event.h"

namespace hagstone {

namespace {

// The calling thread's clocks of ticks (include/linux/posix-timers_types.h): all of them, and those in user code.
constexpr int own_thread = ~0 << 3 | 4;
constexpr int all_ticks = own_thread | 0;   // CPUCLOCK_PROF
constexpr int user_ticks = own_thread | 1;  // CPUCLOCK_VIRT

void *clock_value() { return reinterpret_cast<void *>(make_tag(TrapOrigin::kernel_clock, 0, 0)); }

// The number of each timer of the process, plus 1; 0: free. Threads beyond these have no such clock.
constexpr int most_clocks = 4096;
int timers[most_clocks] = {};

int claim_place() {
  constexpr int claimed = -1;
  for (int place = 0; place < most_clocks; place++) {
    int free = 0;
    if (__atomic_load_n(&timers[place], __ATOMIC_RELAXED)) continue;
    if (__atomic_compare_exchange_n(&timers[place], &free, claimed, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return place;
  }
  return -ENOSPC;
}

}  // namespace

int KernelClock::open() {
  // Earlier ones send the signal from within the system call (CONFIG_POSIX_CPU_TIMERS_TASK_WORK).
  if (!kernel_is_at_least(5, 11)) return -ENOSYS;
  const int place = claim_place();
  if (place < 0) return place;
  const int timer = create_thread_timer(all_ticks, clock_value());
  __atomic_store_n(&timers[place], timer < 0 ? 0 : timer + 1, __ATOMIC_SEQ_CST);
  if (timer < 0) return timer;
  timer_ = timer;
  place_ = place;
  in_user_code_ = clock_nanoseconds(user_ticks);
  taken_ = clock_nanoseconds(all_ticks) - in_user_code_;
  // Half a tick: each tick finds it due, however both are rounded.
  const timespec half = {0, static_cast<long>(clock_tick() / 2)};
  const itimerspec setting = {half, half};
  call(SYS_timer_settime, timer, 0, &setting, 0);
  return 0;
}

void KernelClock::close() {
  if (timer_ < 0) return;
  int own = timer_ + 1;
  timer_ = -1;
  if (__atomic_compare_exchange_n(&timers[place_], &own, 0, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    call(SYS_timer_delete, own - 1);
}

void close_kernel_clocks() {
  for (int &place : timers) {
    const int timer = __atomic_exchange_n(&place, 0, __ATOMIC_SEQ_CST) - 1;
    if (timer >= 0) call(SYS_timer_delete, timer);
  }
}

void forget_kernel_clocks() {
  for (int &timer : timers) __atomic_store_n(&timer, 0, __ATOMIC_SEQ_CST);
}

uint64_t KernelClock::take() {
  // One clock less to ask at most ticks. Those in the kernel that another signal kept back come with the next of their kind.
  const uint64_t in_user_code = clock_nanoseconds(user_ticks);
  const bool found_user_code = in_user_code != in_user_code_;
  in_user_code_ = in_user_code;
  if (found_user_code) return 0;
  const uint64_t now = clock_nanoseconds(all_ticks) - in_user_code, taken = now > taken_ ? now - taken_ : 0;
  taken_ += taken;
  return taken;
}

bool is_kernel_clock_signal(const siginfo_t &info) {
  return info.si_code == SI_TIMER && info.si_value.sival_ptr == clock_value();
}

}  // namespace hagstone
