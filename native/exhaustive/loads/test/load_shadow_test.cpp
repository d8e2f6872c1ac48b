// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/loads/shadow/load_shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <map>
#include <random>

#include "common/compare.h"
#include "exhaustive/options.h"
#include "exhaustive/scope/clock.h"
#include "loading_program.h"

namespace {

using hagstone::exhaustive::testing::LoadingProgram;
using hagstone::exhaustive::testing::start_fast_redundant_loads;

struct Byte {
  uint32_t number;
  uint64_t time;
  uint8_t value;
  bool operator==(const Byte &) const = default;
};

std::map<uint64_t, uint32_t> visited_bytes;

void visit_byte(uint64_t address, uint64_t bytes, uint32_t number) {
  for (uint64_t at = address; at < address + bytes; at++) EXPECT_TRUE(visited_bytes.emplace(at, number).second) << at;
}

class LoadShadow : public ::testing::Test {
 protected:
  static constexpr uint64_t SPACE = 3 * 4096;

  static void SetUpTestSuite() { ASSERT_EQ(start_fast_redundant_loads(), nullptr); }

  LoadShadow() {
    hagstone_options.scope = HAGSTONE_SCOPE_ONCE;
    hagstone_clear_load_shadow(0, 0);
    memory = program.engine.program_memory(SPACE).data();
    first = reinterpret_cast<uint64_t>(memory);
  }

  void load(uint64_t offset, uint64_t bytes, uint32_t number) {
    hagstone_touch_load_shadow(first + offset, bytes);
    hagstone_set_loads(first + offset, bytes, number);
  }

  void expect(const std::map<uint64_t, Byte> &known, uint64_t offset, uint64_t bytes) {
    for (uint64_t at = offset; at < offset + bytes; at++) {
      const auto found = known.find(at);
      ASSERT_EQ(hagstone_load_number(first + at), found == known.end() ? 0 : found->second.number) << at;
      if (found == known.end()) continue;
      ASSERT_EQ(hagstone_load_time(first + at), found->second.time) << at;
      ASSERT_EQ(hagstone_loaded_value(first + at), found->second.value) << at;
    }
  }

  LoadingProgram program{hagstone_fast_redundant_loads};
  uint8_t *memory;
  uint64_t first;
};

TEST_F(LoadShadow, KnowsEachByteOfRandomLoadsAndEnds) {
  std::mt19937 random(7);
  std::map<uint64_t, Byte> known;
  for (int step = 0; step < 20000; step++) {
    const uint64_t offset = random() % 5 == 0 ? random() % (SPACE - 64) : 4080 + random() % 32;
    const uint64_t bytes = 1 + random() % (random() % 3 == 0 ? 40 : 8);
    switch (random() % 10) {
      case 0:
        if (random() % 20 == 0) {
          const uint64_t end = offset + bytes + random() % (SPACE - offset - bytes);
          hagstone_clear_load_shadow(first + offset, end - offset);
          known.erase(known.lower_bound(offset), known.lower_bound(end));
          break;
        }
        hagstone_clear_load_shadow(first + offset, bytes);
        for (uint64_t at = offset; at < offset + bytes; at++) known.erase(at);
        break;
      case 1: hagstone_split_granule(first + offset); break;
      default: {
        const auto number = static_cast<uint32_t>(1 + random() % 3);
        hagstone_clock += random() % 2;
        for (uint64_t at = offset; at < offset + bytes; at++) memory[at] = static_cast<uint8_t>(random());
        load(offset, bytes, number);
        for (uint64_t at = offset; at < offset + bytes; at++) known[at] = {number, hagstone_clock, memory[at]};
      }
    }
    ASSERT_NO_FATAL_FAILURE(expect(known, offset, bytes)) << "step " << step;
  }
  ASSERT_NO_FATAL_FAILURE(expect(known, 0, SPACE));
  visited_bytes.clear();
  hagstone_visit_load_shadow(first, SPACE, visit_byte);
  ASSERT_EQ(visited_bytes.size(), known.size());
  for (const auto &[at, byte] : known) ASSERT_EQ(visited_bytes[first + at], byte.number) << at;
  hagstone_clear_load_shadow(first, SPACE);
  expect({}, 0, SPACE);
}

TEST_F(LoadShadow, TellsTheNumberThatAllBytesHave) {
  load(0, 16, 5);
  EXPECT_EQ(hagstone_common_load_number(first, 16), 5u);
  EXPECT_EQ(hagstone_common_load_number(first, 4), 5u);
  EXPECT_EQ(hagstone_common_load_number(first + 3, 7), 5u);
  hagstone_split_granule(first + 4);
  EXPECT_EQ(hagstone_common_load_number(first, 8), 5u);
  load(6, 1, 9);
  EXPECT_EQ(hagstone_common_load_number(first, 8), 0u);
  EXPECT_EQ(hagstone_common_load_number(first + 4, 4), 0u);
  EXPECT_EQ(hagstone_common_load_number(first + 6, 1), 9u);
  EXPECT_EQ(hagstone_common_load_number(first + 8, 12), 0u) << "some bytes were never loaded";
}

TEST_F(LoadShadow, ComparesValuesAcrossGranulesThatAreSplit) {
  for (int i = 0; i < 64; i++) memory[i] = static_cast<uint8_t>(i);
  load(0, 64, 5);
  hagstone_split_granule(first + 20);
  EXPECT_TRUE(hagstone_load_repeats(first + 1, 61, HAGSTONE_ELEMENT_BYTES));
  for (const int changed : {0, 19, 21, 24, 63}) {
    memory[changed]++;
    EXPECT_FALSE(hagstone_load_repeats(first, 64, HAGSTONE_ELEMENT_BYTES)) << changed;
    memory[changed]--;
  }
}

TEST_F(LoadShadow, ComparesNumbersOfTenBytesWhole) {
  std::array<long double, 5> values = {1, -2, 3, 4, 5};
  for (size_t i = 0; i < values.size(); i++) std::memcpy(memory + 10 * i, &values[i], 10);
  load(0, 50, 5);
  values[4] *= 1.0001L;
  std::memcpy(memory + 40, &values[4], 10);
  EXPECT_TRUE(hagstone_load_repeats(first, 50, HAGSTONE_ELEMENT_F80));
  values[4] *= 1.1L;
  std::memcpy(memory + 40, &values[4], 10);
  EXPECT_FALSE(hagstone_load_repeats(first, 50, HAGSTONE_ELEMENT_F80));
}

// A program that loads nothing but bytes keeps nothing besides, and translated code looks at bytes alone.
TEST_F(LoadShadow, ByteIsKnownWhereNoWordOfItIs) {
  load(1, 1, 5);
  const auto *word = reinterpret_cast<const hagstone_loaded_word *>(
      HAGSTONE_LOADED_WORDS + first / HAGSTONE_LOADED_WORD * sizeof(hagstone_loaded_word));
  EXPECT_EQ(word->numbers[0], 0u);
  EXPECT_EQ(hagstone_load_run_end(first, first + 8), first + 1);
  EXPECT_EQ(hagstone_load_run_end(first + 2, first + 12), first + 12);
  load(0, 4, 7);
  EXPECT_FALSE(hagstone_is_known_by_byte(first));
  EXPECT_EQ(*reinterpret_cast<const uint32_t *>(HAGSTONE_LOADED_BYTES + ((first + 1) << hagstone_loaded_byte_shift())), 0u)
      << "translated code would take it for known";
}

TEST_F(LoadShadow, NoTimeIsKnownWhereNoneIsWanted) {
  hagstone_options.scope = HAGSTONE_SCOPE_NONE;
  hagstone_clock++;
  load(0, 7, 5);
  for (const int at : {0, 4, 5}) EXPECT_EQ(hagstone_load_time(first + static_cast<uint64_t>(at)), 0u) << at;
  hagstone_clear_load_shadow(0, 0);
}

// The number that translated code writes after a load of four bytes or more.
TEST_F(LoadShadow, GranuleThatIsJoinedHasOneNumberAgain) {
  load(0, 8, 5);
  load(1, 1, 6);
  hagstone_join_granules(first, 8);
  EXPECT_EQ(hagstone_load_number(first), 0u);
  load(0, 4, 7);
  EXPECT_EQ(hagstone_common_load_number(first, 4), 7u);
  EXPECT_EQ(hagstone_load_number(first + 5), 5u) << "was not split";
}

}  // namespace
