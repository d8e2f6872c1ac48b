// SPDX-License-Identifier: MIT
#include "process/self_test.h"

#include <errno.h>

#include "base/clock.h"

extern "C" void hagstone_test_function();

namespace hagstone {

namespace {

constexpr uint64_t timer_period = 20'000;        // ns
constexpr uint64_t longest_wait = 200'000'000;  // ns, only spent where the event does not come

volatile uint64_t watched_word = 0;

// O_ASYNC signals may come a moment after their event.
bool event_came(Thread &thread, TrapOrigin origin) {
  uint64_t begin = clock_nanoseconds(CLOCK_MONOTONIC);
  while (!thread.events_seen)
    if (clock_nanoseconds(CLOCK_MONOTONIC) - begin > longest_wait) return false;
  return thread.last_event.origin == origin;
}

class SelfTestMode {
 public:
  explicit SelfTestMode(Thread &thread) : thread_(thread) {
    thread_.events_seen = 0;
    thread_.set_mode(ThreadMode::self_test);
  }
  ~SelfTestMode() { thread_.set_mode(ThreadMode::idle); }

 private:
  Thread &thread_;
};

}  // namespace

bool watchpoint_fires(Thread &thread) {
  SelfTestMode mode(thread);
  uint64_t address = reinterpret_cast<uint64_t>(&watched_word);
  if (thread.registers().arm(0, {BreakOn::read_or_write, address, sizeof watched_word}, 1) < 0) return false;
  watched_word = 1;
  bool fired = event_came(thread, TrapOrigin::watch);
  thread.registers().disarm(0);
  return fired;
}

bool execution_breakpoint_fires(Thread &thread) {
  SelfTestMode mode(thread);
  uint64_t address = reinterpret_cast<uint64_t>(&hagstone_test_function);
  if (thread.registers().arm(DebugRegisters::walk_slot, {BreakOn::execution, address, 0}, 0) < 0) return false;
  hagstone_test_function();
  bool fired = event_came(thread, TrapOrigin::walk);
  thread.registers().disarm(DebugRegisters::walk_slot);
  return fired;
}

bool timer_fires(Thread &thread) {
  SelfTestMode mode(thread);
  bool fired = thread.clock().open(timer_period) == 0 && event_came(thread, TrapOrigin::timer);
  thread.clock().close();
  return fired;
}

hagstone_failure self_test(Thread &thread) {
  if (!watchpoint_fires(thread) || !execution_breakpoint_fires(thread)) return HAGSTONE_FAILURE_watchpoint_silent;
  if (!timer_fires(thread)) return HAGSTONE_FAILURE_timer_silent;
  return HAGSTONE_FAILURE_none;
}

hagstone_failure failure_of(int negative_errno) {
  switch (-negative_errno) {
    case EPERM:
    case EACCES:
    case ENOSYS:  // what a seccomp filter often answers
      return HAGSTONE_FAILURE_perf_forbidden;
    case ENOSPC: return HAGSTONE_FAILURE_no_registers;
    case ENOMEM: return HAGSTONE_FAILURE_no_memory;
    default: return HAGSTONE_FAILURE_unsupported_kernel;
  }
}

}  // namespace hagstone
