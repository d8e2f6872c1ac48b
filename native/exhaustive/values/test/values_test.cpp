// SPDX-License-Identifier: GPL-2.0-or-later
#include <gtest/gtest.h>

#include <cstring>

#include "exhaustive/options.h"
#include "exhaustive/values/value_elements.h"
#include "exhaustive/values/values.h"
#include "exhaustive/values/code/values_code.h"
#include "fake_engine.h"

struct hagstone_code_hooks {};
const hagstone_code_hooks hagstone_values_code = {};
struct hagstone_instruction_hooks {};
const hagstone_instruction_hooks hagstone_values_instructions = {};

namespace hagstone::exhaustive::testing {
namespace {

class Values : public ::testing::Test {
 protected:
  Values() {
    ::hagstone_options = {};
    hagstone_options.value_table = 10;
    hagstone_options.value_clearing = 1;
    hagstone_options.value_back_off = 1000;
    hagstone_options.value_roles = 1u << HAGSTONE_VALUE_LOADED | 1u << HAGSTONE_VALUE_STORED;
    hagstone_values.start();
    hagstone_values.after_fork();
  }
  // Tests share one process and its streams: each has sites of its own.
  const hagstone_site &site(hagstone_access_kind kind, uint32_t bytes) {
    static uint64_t offset = 0x1000;
    return engine.add_site(kind, bytes, 0, offset += 16);
  }
  void access(const hagstone_site &site, std::initializer_list<uint64_t> words) {
    uint8_t *memory = engine.program_memory(64).data();
    std::memcpy(memory, words.begin(), words.size() * sizeof(uint64_t));
    const hagstone_access access = {&site, reinterpret_cast<uint64_t>(memory), site.bytes, 1, 1, nullptr};
    hagstone_values.access(&access);
  }
  const hagstone_value_table *table(const hagstone_site &site, uint16_t slot) const {
    for (const FakeEngine::Record &record : engine.counters) {
      const auto &found = record.as<hagstone_value_table>();
      if (found.offset == site.offset && found.slot == slot) return &found;
    }
    return nullptr;
  }
  static const hagstone_value_count *entries(const hagstone_value_table *table) {
    return reinterpret_cast<const hagstone_value_count *>(table + 1);
  }

  FakeEngine engine;
};

TEST_F(Values, NarrowValuesAreZeroExtended) {
  const hagstone_site &load = site(HAGSTONE_LOAD, 2);
  access(load, {0xaaaa'ffff});
  hagstone_values.refresh();
  const hagstone_value_table *found = table(load, 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->role, HAGSTONE_VALUE_LOADED);
  EXPECT_EQ(found->instruction_class, HAGSTONE_CLASS_INTEGER_LOAD);
  EXPECT_EQ(found->bytes, 2);
  EXPECT_EQ(entries(found)[0].value, 0xffffu);
  EXPECT_EQ(entries(found)[0].count, 1u);
  EXPECT_EQ(entries(found)[1].count, 0u);
}

TEST_F(Values, WideValuesAreProfiledByEightBytes) {
  const hagstone_site &store = site(HAGSTONE_STORE, 16);
  access(store, {1, 2});
  access(store, {1, 3});
  hagstone_values.finish();
  EXPECT_EQ(table(store, 0)->repeats, 1u);
  EXPECT_EQ(table(store, 1)->repeats, 0u);
  EXPECT_EQ(entries(table(store, 1))[1].value, 3u);
}

TEST_F(Values, ExtendedDoublesHaveAnElementOfTwoBytes) {
  const hagstone_site &load = site(HAGSTONE_LOAD, 10);
  access(load, {0x8000'0000'0000'0000, 0x1234'3fff});
  hagstone_values.finish();
  EXPECT_EQ(table(load, 1)->bytes, 2);
  EXPECT_EQ(entries(table(load, 1))[0].value, 0x3fffu);
}

TEST_F(Values, StateSavesAreLeftOut) {
  EXPECT_EQ(hagstone_value_elements(512), 0u);
  EXPECT_EQ(hagstone_value_elements(28), 4u);
  EXPECT_EQ(hagstone_value_elements(6), 0u);
}

TEST_F(Values, RecordsAreUpdatedInPlace) {
  const hagstone_site &load = site(HAGSTONE_LOAD, 8);
  access(load, {5});
  hagstone_values.refresh();
  const size_t records = engine.counters.size();
  access(load, {5});
  hagstone_values.refresh();
  EXPECT_EQ(engine.counters.size(), records);
  EXPECT_EQ(table(load, 0)->executions, 2u);
}

TEST_F(Values, TablesWithoutRoomAreCounted) {
  access(site(HAGSTONE_LOAD, 8), {5});
  engine.full = true;
  hagstone_values.refresh();
  hagstone_values.refresh();
  EXPECT_EQ(engine.statistics[HAGSTONE_STATISTIC_dropped_values_full], 1u);
}

TEST_F(Values, ChildOfAForkStartsAfresh) {
  const hagstone_site &load = site(HAGSTONE_LOAD, 8);
  access(load, {5});
  hagstone_values.after_fork();
  access(load, {6});
  hagstone_values.finish();
  EXPECT_EQ(table(load, 0)->executions, 1u);
  EXPECT_EQ(entries(table(load, 0))[0].value, 6u);
}

TEST_F(Values, UnwantedRolesHaveNoTables) {
  hagstone_options.value_roles = 1u << HAGSTONE_VALUE_LOADED;
  const hagstone_site &store = site(HAGSTONE_STORE, 8);
  access(store, {5});
  hagstone_values.finish();
  EXPECT_EQ(table(store, 0), nullptr);
}

TEST_F(Values, WindowsCarryNoRunOver) {
  const hagstone_site &load = site(HAGSTONE_LOAD, 8);
  access(load, {5});
  hagstone_values.window_begins();
  access(load, {5});
  hagstone_values.finish();
  EXPECT_EQ(table(load, 0)->repeats, 0u);
  EXPECT_EQ(entries(table(load, 0))[0].count, 2u);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
