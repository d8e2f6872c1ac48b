// SPDX-License-Identifier: MIT
#include "watch/perf_event.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/own_descriptors.h"
#include "base/signal_mask.h"
#include "base/waiting_traps.h"
#include "test/support/machine_needs.h"
#include "watch/perf_registers.h"

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

TEST(PerfRegisters, AreClosedWhileNoneIsArmedAndOpenedAtTheNextUse) {
  need_debug_exceptions();
  const SignalsBlocked blocked;
  reserve_descriptor_range();
  const int none = next_own_descriptor(own_descriptor_end);
  PerfRegisters registers(HAGSTONE_TRANSPORT_SIGTRAP);
  const int opened = registers.open(2);
  if (opened != 2) GTEST_SKIP() << "no debug registers: " << opened;
  static volatile uint64_t word = 0;
  const Breakpoint breakpoint = {BreakOn::write, reinterpret_cast<uint64_t>(&word), 8};
  ASSERT_EQ(registers.arm(1, breakpoint, 1), 0);
  registers.close_idle();
  EXPECT_NE(next_own_descriptor(0), none);
  registers.disarm(1);
  EXPECT_NE(next_own_descriptor(0), none);
  registers.close_idle();
  EXPECT_EQ(next_own_descriptor(0), none);

  ASSERT_EQ(registers.arm(1, breakpoint, 2), 0);
  word = 1;
  TrapEvent event = {};
  take_waiting_traps([&](const siginfo_t &info) {
    uint64_t tag = 0;
    return sigtrap_data(info, tag, event.late) && read_tag(tag, event);
  });
  EXPECT_EQ(event.origin, TrapOrigin::watch);
  EXPECT_EQ(event.slot, 1u);
  EXPECT_EQ(event.generation, 2u);
  registers.close();
}

}  // namespace
}  // namespace hagstone
