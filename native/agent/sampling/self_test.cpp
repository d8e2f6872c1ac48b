// SPDX-License-Identifier: MIT
#include "sampling/self_test.h"

#include <errno.h>

#include "base/clock.h"

// Target of the execution breakpoint: one instruction that the compiler cannot move or inline.
__asm__(
    ".text\n"
    ".local hagstone_test_function\n"
    ".type hagstone_test_function, @function\n"
    "hagstone_test_function:\n"
    "  nop\n"
    "  ret\n"
    ".size hagstone_test_function, . - hagstone_test_function\n");
extern "C" __attribute__((visibility("hidden"))) void hagstone_test_function();

namespace hagstone {

namespace {

constexpr uint64_t timer_period = 20'000;        // ns
constexpr uint64_t longest_wait = 200'000'000;  // ns of processor time, only spent where the event does not come
// Enough that reading the clock takes hardly any of the time: the tracer swallows clock ticks in system calls.
constexpr unsigned looks_between = 10'000;
// The clock of a virtual machine may run on while its host has taken the processor away: so many passes are really
// executed, some 10 ms of them.
constexpr unsigned least_passes = 1'000;

volatile uint64_t watched_word = 0;

// O_ASYNC signals may come a moment after their event. The thread's own time counts: while a busy machine runs others
// in its place, no event comes.
bool event_came(EventLog &log, TrapOrigin origin) {
  const uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  for (unsigned pass = 0; !log.seen; pass++) {
    if (pass >= least_passes && clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - begin > longest_wait) break;
    for (unsigned look = 0; look < looks_between && !log.seen; look++) continue;
  }
  return log.seen && log.last.origin == origin;
}

}  // namespace

Breakpoint watched_word_breakpoint() {
  return {BreakOn::read_or_write, reinterpret_cast<uint64_t>(&watched_word), sizeof watched_word};
}

void store_to_watched_word() { watched_word = 1; }

bool watchpoint_fires(DebugRegisters &registers, EventLog &log) {
  log.seen = 0;
  if (registers.arm(0, watched_word_breakpoint(), 1) < 0) return false;
  store_to_watched_word();
  bool fired = event_came(log, TrapOrigin::watch);
  registers.disarm(0);
  return fired;
}

bool execution_breakpoint_fires(DebugRegisters &registers, EventLog &log) {
  log.seen = 0;
  uint64_t address = reinterpret_cast<uint64_t>(&hagstone_test_function);
  if (registers.arm(DebugRegisters::walk_slot, {BreakOn::execution, address, 0}, 0) < 0) return false;
  hagstone_test_function();
  bool fired = event_came(log, TrapOrigin::walk);
  registers.disarm(DebugRegisters::walk_slot);
  return fired;
}

hagstone_failure test_timer(SampleSource &source, EventLog &log) {
  log.seen = 0;
  const int opened = source.open(timer_period);
  const bool fired = opened == 0 && event_came(log, TrapOrigin::timer);
  source.close();
  if (fired) return HAGSTONE_FAILURE_none;
  return opened == -EMFILE ? HAGSTONE_FAILURE_few_descriptors : HAGSTONE_FAILURE_timer_silent;
}

namespace {

// The median of costs that it is given one by one.
class Costs {
 public:
  static constexpr unsigned most = 9;

  void add(uint64_t cost) {
    unsigned place = count_++;
    for (; place > 0 && costs_[place - 1] > cost; place--) costs_[place] = costs_[place - 1];
    costs_[place] = cost;
  }
  uint64_t median() const { return count_ ? costs_[count_ / 2] : 0; }

 private:
  uint64_t costs_[most];
  unsigned count_ = 0;
};

}  // namespace

uint64_t measure_trap_cost(DebugRegisters &registers, EventLog &log) {
  if (registers.arm(0, watched_word_breakpoint(), 1) < 0) return 0;
  Costs costs;
  for (unsigned round = 0; round < Costs::most; round++) {
    log.seen = 0;
    const uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    store_to_watched_word();
    const uint64_t cost = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    if (log.seen) costs.add(cost);
  }
  registers.disarm(0);
  return costs.median();
}

uint64_t measure_clock_cost(SampleSource &source) {
  constexpr uint64_t never = 1'000'000'000'000;  // ns
  Costs costs;
  for (unsigned round = 0; round < Costs::most; round++) {
    const uint64_t begin = clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID);
    if (source.open(never) < 0) return 0;
    source.close();
    costs.add(clock_nanoseconds(CLOCK_THREAD_CPUTIME_ID) - begin);
  }
  return costs.median();
}

hagstone_failure self_test(DebugRegisters &registers, SampleSource &source, EventLog &log) {
  if (!watchpoint_fires(registers, log) || !execution_breakpoint_fires(registers, log))
    return HAGSTONE_FAILURE_watchpoint_silent;
  return test_timer(source, log);
}

hagstone_failure failure_of(int negative_errno) {
  switch (-negative_errno) {
    case EPERM:
    case EACCES:
    case ENOSYS:  // the usual answer of a seccomp filter
      return HAGSTONE_FAILURE_perf_forbidden;
    case ENOSPC: return HAGSTONE_FAILURE_no_registers;
    case EMFILE: return HAGSTONE_FAILURE_few_descriptors;
    case ENOMEM: return HAGSTONE_FAILURE_no_memory;
    default: return HAGSTONE_FAILURE_unsupported_kernel;
  }
}

}  // namespace hagstone
