// SPDX-License-Identifier: MIT
#include "pmu/events/event_terms.h"

#include <gtest/gtest.h>

#include "pmu/testing/described_machine.h"

namespace hagstone {
namespace {

using testing::DescribedMachine;

TEST(EventTerms, AreSpreadOverTheRangesOfTheirFormat) {
  DescribedMachine machine;
  machine.with("cpu/format/event", "config:0-7,32-35").with("cpu/format/flag", "config1:3");
  EventConfig event = {};
  ASSERT_TRUE(set_event_term(machine, "cpu", "event", 0xa29, event));
  EXPECT_EQ(event.config, 0xa00000029u);
  ASSERT_TRUE(set_event_term(machine, "cpu", "flag", 1, event));
  EXPECT_EQ(event.config1, 8u);
  EXPECT_FALSE(set_event_term(machine, "cpu", "flag", 2, event)) << "does not fit";
  EXPECT_FALSE(set_event_term(machine, "cpu", "missing", 1, event));
}

TEST(EventTerms, OddFormatsAreRefused) {
  EventConfig event = {};
  for (const char *format : {"", "config", "config:", "config:7-0", "config:0-64", "config:0-", "config:0,", "config3:0"}) {
    DescribedMachine machine;
    machine.with("cpu/format/event", format);
    EXPECT_FALSE(set_event_term(machine, "cpu", "event", 1, event)) << format;
  }
}

TEST(EventTerms, ListedEventsMayHaveFlagsAndDecimals) {
  DescribedMachine machine;
  machine.with_intel_pmu("cpu", 4)
      .with("cpu/format/inv", "config:23")
      .with("cpu/events/name", "event=205,umask=0x1,inv,ldlat=30");
  EventConfig event;
  ASSERT_TRUE(read_listed_event(machine, "cpu", "name", event));
  EXPECT_EQ(event.config, 0x8001cdu);
  EXPECT_EQ(event.config1, 30u);
  machine.with("cpu/events/name", "event=0xcd,umask=?");
  EXPECT_FALSE(read_listed_event(machine, "cpu", "name", event));
}

}  // namespace
}  // namespace hagstone
