// SPDX-License-Identifier: GPL-2.0-or-later
// Loads that translated code counts by itself (load_code.c), on their way into the recording.
#include "exhaustive/loads/pairs/place_pairs.h"

#include <gtest/gtest.h>

#include <random>

#include "exhaustive/loads/pairs/place_numbers.h"
#include "loading_program.h"

namespace {

using hagstone::exhaustive::testing::LoadingProgram;

class PlacePairs : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(hagstone::exhaustive::testing::start_fast_redundant_loads(), nullptr); }

  PlacePairs() {
    block = hagstone_new_load_block();
    block->sites[0] = site.id;
    block->count = 1;
  }

  // Acts like translated code at the beginning of a superblock in a context.
  void run_in(hagstone_calling_context context) {
    if (block->context != context) hagstone_enter_load_block(block, context);
  }
  uint32_t number() const { return static_cast<uint32_t>(block->numbers); }

  // The count that translated code makes for a load that repeats the latest load that it repeated before.
  void count_inline() { block->pairs->repeated++; }

  uint64_t recorded(hagstone_calling_context context) {
    const uint32_t leaf = program.engine.leaf(context, site.id);
    const hagstone_exact_pair *pair = program.engine.pair(HAGSTONE_TOOL_REDUNDANT_LOADS, leaf, leaf);
    return pair ? pair->instances : 0;
  }

  LoadingProgram program{hagstone_fast_redundant_loads};
  const hagstone_site &site = program.engine.add_site(HAGSTONE_LOAD, 8);
  hagstone_load_block *block;
};

TEST_F(PlacePairs, BlockThatGoesOnInItsContextIsWrittenEachTime) {
  run_in(program.context);
  hagstone_count_place_pair(number(), number(), program.address(0), 8);
  for (uint64_t written = 1; written <= 3; written++) {
    hagstone_write_place_pairs();
    EXPECT_EQ(recorded(program.context), written);
    run_in(program.context);
    count_inline();
  }
}

TEST_F(PlacePairs, BlockThatReturnsToAnEarlierContextIsWritten) {
  const hagstone_calling_context other = program.engine.add_context(program.context);
  for (const hagstone_calling_context context : {program.context, other}) {
    run_in(context);
    hagstone_count_place_pair(number(), number(), program.address(0), 8);
  }
  hagstone_write_place_pairs();
  run_in(program.context);
  count_inline();
  run_in(other);
  run_in(program.context);
  count_inline();
  hagstone_write_place_pairs();
  EXPECT_EQ(recorded(program.context), 3u);
  EXPECT_EQ(recorded(other), 1u);
}

// Where numbers of late are kept, blocks whose numbers differ in the upper bits only fall together.
TEST_F(PlacePairs, BlocksFarApartAreToldApartInOneContext) {
  run_in(program.context);
  const uint32_t number_of_first = number();
  hagstone_load_block *far = block;
  while (far->id != block->id + (1u << 16)) far = hagstone_new_load_block();
  far->sites[0] = program.engine.add_site(HAGSTONE_LOAD, 8).id;
  far->count = 1;
  hagstone_enter_load_block(far, program.context);
  EXPECT_NE(far->numbers, block->numbers);
  hagstone_enter_load_block(block, program.context);
  EXPECT_EQ(number(), number_of_first);
}

TEST_F(PlacePairs, AreAllWrittenWhereOnePlaceRepeatsManyLoads) {
  enum { LOADS = 7 };
  for (uint32_t i = 1; i < LOADS; i++) block->sites[i] = program.engine.add_site(HAGSTONE_LOAD, 8).id;
  block->count = LOADS;
  run_in(program.context);
  uint64_t expected[LOADS] = {};
  std::mt19937 random(1);
  for (uint32_t round = 0; round < 20; round++) {
    for (uint32_t i = 0; i < 100; i++) {
      // Some of late once more, and one of all of them.
      const uint32_t watch = static_cast<uint32_t>(random() % (i % 4 ? 4 : LOADS));
      hagstone_count_place_pair(number() + watch, number(), program.address(0), 8);
      expected[watch]++;
      if (random() % 2) continue;
      count_inline();
      expected[watch]++;
    }
    hagstone_write_place_pairs();
    run_in(program.context);
    const uint32_t trap = program.engine.leaf(program.context, block->sites[0]);
    for (uint32_t i = 0; i < LOADS; i++) {
      const uint32_t watch = program.engine.leaf(program.context, block->sites[i]);
      const hagstone_exact_pair *pair = program.engine.pair(HAGSTONE_TOOL_REDUNDANT_LOADS, watch, trap);
      ASSERT_EQ(pair ? pair->instances : 0, expected[i]);
      ASSERT_EQ(pair ? pair->bytes : 0, 8 * expected[i]);
    }
  }
}

TEST_F(PlacePairs, EveryLoadOfALongBlockIsWritten) {
  enum { LOADS = 100 };
  for (uint32_t i = 1; i < LOADS; i++) block->sites[i] = program.engine.add_site(HAGSTONE_LOAD, 8).id;
  block->count = LOADS;
  run_in(program.context);
  for (uint32_t i = 0; i < LOADS; i++) hagstone_count_place_pair(number() + i, number() + i, program.address(0), 8);
  hagstone_write_place_pairs();
  EXPECT_EQ(program.engine.pairs.size(), LOADS);
}

}  // namespace
