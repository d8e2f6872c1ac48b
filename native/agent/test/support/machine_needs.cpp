// SPDX-License-Identifier: MIT
#include "machine_needs.h"

#include <gtest/gtest.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace {

int open_event(perf_event_attr &attributes) {
  return static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

enum class Watching { silent, works, unknown };

// Counts one store by a watchpoint. Unknown where perf_event_open is forbidden.
Watching watch_own_store() {
  static volatile uint64_t word = 0;
  perf_event_attr attributes = {};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_BREAKPOINT;
  attributes.bp_type = HW_BREAKPOINT_W;
  attributes.bp_addr = reinterpret_cast<uint64_t>(&word);
  attributes.bp_len = sizeof word;
  attributes.exclude_kernel = 1;
  const int event = open_event(attributes);
  if (event < 0) return Watching::unknown;
  word = 1;
  uint64_t stores = 0;
  const bool counted = read(event, &stores, sizeof stores) == sizeof stores;
  close(event);
  if (!counted) return Watching::unknown;
  return stores == 0 ? Watching::silent : Watching::works;
}

void skip_test(const std::string &reason) {
  [&] { GTEST_SKIP() << reason; }();
  // GoogleTest takes this exception for reported already.
  throw ::testing::AssertionException(
      ::testing::TestPartResult(::testing::TestPartResult::kSkip, __FILE__, __LINE__, reason.c_str()));
}

}  // namespace

void need_perf_event_open() {
  perf_event_attr attributes = {};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.exclude_kernel = 1;
  const int event = open_event(attributes);
  if (event < 0) skip_test(std::string("perf_event_open: ") + strerror(errno));
  close(event);
}

void need_debug_exceptions() {
  static const Watching watching = watch_own_store();
  if (watching == Watching::silent)
    skip_test("watchpoints open but never fire: the virtual machine does not pass debug exceptions on");
}
