// SPDX-License-Identifier: MIT
#include "sampling/armed_memory.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using namespace hagstone;

constexpr uint64_t block = 0x7000'0000'1000;

// Too large for the stack.
class ArmedMemoryTest : public testing::Test {
 protected:
  ArmedMemoryTest() { armed_memory.reset(); }
  ~ArmedMemoryTest() override { armed_memory.reset(); }
};

TEST_F(ArmedMemoryTest, MarksWhatLiesWholeInTheMemory) {
  ArmedPlaces *places = armed_memory.claim();
  ArmedPlace &place = places->places[1];
  const uint64_t generation = armed_memory.arm(place, block + 64, 8);
  armed_memory.end(block, 71);
  armed_memory.end(block + 65, 100);
  armed_memory.end(block + 72, 4096);
  EXPECT_FALSE(ArmedMemory::has_ended(place, generation));
  armed_memory.end(block + 64, 8);
  EXPECT_TRUE(ArmedMemory::has_ended(place, generation));
}

TEST_F(ArmedMemoryTest, AMarkIsOfOneArming) {
  ArmedPlace &place = armed_memory.claim()->places[0];
  const uint64_t first = armed_memory.arm(place, block, 8);
  armed_memory.end(block, 8);
  const uint64_t second = armed_memory.arm(place, block, 8);
  EXPECT_TRUE(ArmedMemory::has_ended(place, first));
  EXPECT_FALSE(ArmedMemory::has_ended(place, second));
  armed_memory.disarm(place);
  armed_memory.end(block, 8);
  EXPECT_FALSE(ArmedMemory::has_ended(place, second));
}

// The next owner of the places does not see marks for the previous one.
TEST_F(ArmedMemoryTest, GenerationsGoOnWithTheNextOwner) {
  ArmedPlaces *places = armed_memory.claim();
  const uint64_t first = armed_memory.arm(places->places[0], block, 8);
  armed_memory.end(block, 8);
  armed_memory.give_back(places);
  EXPECT_FALSE(armed_memory.is_anything_armed());
  ArmedPlaces *again = armed_memory.claim();
  ASSERT_EQ(again, places);
  const uint64_t second = armed_memory.arm(again->places[0], block, 8);
  EXPECT_NE(second, first);
  EXPECT_FALSE(ArmedMemory::has_ended(again->places[0], second));
}

TEST_F(ArmedMemoryTest, SaysWhereNothingIsArmed) {
  ArmedPlace &place = armed_memory.claim()->places[0];
  EXPECT_FALSE(armed_memory.is_anything_armed());
  armed_memory.arm(place, block + 8, 8);
  EXPECT_TRUE(armed_memory.is_anything_armed());
  EXPECT_TRUE(armed_memory.may_be_armed(block, 16));
  EXPECT_TRUE(armed_memory.may_be_armed(block - 3 * 4096, 4 * 4096));
  EXPECT_FALSE(armed_memory.may_be_armed(block + 4096, 4096));
  EXPECT_FALSE(armed_memory.may_be_armed(block - 4096, 4096));
  EXPECT_TRUE(armed_memory.may_be_armed(block - (1 << 30), uint64_t{1} << 31));
  armed_memory.disarm(place);
  EXPECT_FALSE(armed_memory.may_be_armed(block, 16));
  EXPECT_FALSE(armed_memory.is_anything_armed());
}

TEST_F(ArmedMemoryTest, ThereAreOnlySoMany) {
  std::vector<ArmedPlaces *> all;
  while (ArmedPlaces *places = armed_memory.claim()) all.push_back(places);
  EXPECT_EQ(all.size(), ArmedMemory::most_threads);
  armed_memory.give_back(all[7]);
  EXPECT_EQ(armed_memory.claim(), all[7]);
}

// One arms a place, in a block and elsewhere in turn, while the other ends the block all the time.
TEST_F(ArmedMemoryTest, ThreadsMarkNoPlaceThatIsArmedElsewhere) {
  ArmedPlace &place = armed_memory.claim()->places[0];
  bool done = false;
  std::thread other([&] {
    while (!__atomic_load_n(&done, __ATOMIC_RELAXED)) armed_memory.end(block, 4096);
  });
  unsigned wrong = 0, marked = 0;
  for (int round = 0; round < 100'000; round++) {
    const bool inside = round % 2;
    const uint64_t generation = armed_memory.arm(place, inside ? block + 8 : block + 8192, 8);
    if (inside && round % 8192 == 1)
      while (!ArmedMemory::has_ended(place, generation)) std::this_thread::yield();
    const bool ended = ArmedMemory::has_ended(place, generation);
    marked += inside && ended;
    wrong += !inside && ended;
  }
  __atomic_store_n(&done, true, __ATOMIC_RELAXED);
  other.join();
  EXPECT_EQ(wrong, 0u);
  EXPECT_GE(marked, 12u);
}

}  // namespace
