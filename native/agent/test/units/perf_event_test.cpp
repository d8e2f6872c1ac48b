// SPDX-License-Identifier: MIT
#include "watch/perf_event.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/own_descriptors.h"

namespace hagstone {
namespace {

// A system call would fail: there is no such descriptor any more.
TEST(PerfEvent, IsNotMovedToWhereItIs) {
  reserve_descriptor_range();
  const uint64_t words[2] = {};
  const auto break_on = [&](size_t i) { return Breakpoint{BreakOn::write, reinterpret_cast<uint64_t>(&words[i]), 8}; };
  PerfEvent event;
  const int failure = event.open(breakpoint_attributes(break_on(0)), HAGSTONE_TRANSPORT_SIGTRAP, 1);
  if (failure) GTEST_SKIP() << "no debug registers: " << failure;
  ASSERT_EQ(event.move(break_on(0), 1), 0);
  ASSERT_EQ(close(event.descriptor()), 0);
  EXPECT_EQ(event.move(break_on(0), 1), 0);
  EXPECT_EQ(event.move(break_on(0), 2), -EBADF);
  EXPECT_EQ(event.move(break_on(1), 1), -EBADF);
}

// A disabled one is moved even to where it was.
TEST(PerfEvent, IsEnabledWhereItWas) {
  reserve_descriptor_range();
  const uint64_t word = 0;
  const Breakpoint breakpoint = {BreakOn::write, reinterpret_cast<uint64_t>(&word), 8};
  PerfEvent event;
  const int failure = event.open(breakpoint_attributes(breakpoint), HAGSTONE_TRANSPORT_SIGTRAP, 1);
  if (failure) GTEST_SKIP() << "no debug registers: " << failure;
  ASSERT_EQ(event.move(breakpoint, 1), 0);
  event.disable();
  ASSERT_EQ(close(event.descriptor()), 0);
  EXPECT_EQ(event.move(breakpoint, 1), -EBADF);
}

}  // namespace
}  // namespace hagstone
