// SPDX-License-Identifier: MIT
#include "watched_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace {

hagstone_random seeded() {
  hagstone_random random;
  hagstone_random_seed(&random, 2, 0);
  return random;
}

TEST(WatchedPart, IsTheWholeOfAnAlignedAccess) {
  hagstone_random random = seeded();
  for (uint32_t length : {1u, 2u, 4u, 8u}) {
    hagstone_watched_part part = hagstone_choose_watched_part(64, length, &random);
    EXPECT_EQ(part.address, 64u);
    EXPECT_EQ(part.length, length);
  }
}

TEST(WatchedPart, IsAlignedAndWithinTheAccess) {
  hagstone_random random = seeded();
  for (uint64_t address = 100; address < 116; address++)
    for (uint32_t length = 1; length <= 64; length++)
      for (int i = 0; i < 20; i++) {
        hagstone_watched_part part = hagstone_choose_watched_part(address, length, &random);
        EXPECT_EQ(part.address % part.length, 0u);
        EXPECT_LE(part.length, 8u);
        EXPECT_GE(part.address, address);
        EXPECT_LE(part.address + part.length, address + length);
      }
}

TEST(WatchedPart, IsAnyEighthOfAVector) {
  constexpr int draws = 80'000, parts = 8;
  hagstone_random random = seeded();
  std::map<uint64_t, int> counts;
  for (int i = 0; i < draws; i++) counts[hagstone_choose_watched_part(4096, 64, &random).address]++;
  ASSERT_EQ(counts.size(), static_cast<size_t>(parts));
  const double share = 1.0 / parts;
  for (const auto &[address, count] : counts)
    EXPECT_NEAR(count, draws * share, 4.9 * std::sqrt(draws * share * (1 - share)));  // binomial, 10^-6
}

constexpr uint64_t line = 4096;

void expect_count(int count, int draws, double share) {
  EXPECT_NEAR(count, draws * share, 4.9 * std::sqrt(draws * share * (1 - share)));  // binomial, 10^-6
}

TEST(WatchedWord, WordIsAroundAnyByteOfTheAccess) {
  hagstone_random random = seeded();
  constexpr int draws = 40'000;
  std::map<uint64_t, int> counts;
  for (int i = 0; i < draws; i++) {
    const hagstone_watched_part word = hagstone_choose_word(line + 6, 8, &random);  // 2 bytes of one word, 6 of the next
    EXPECT_EQ(word.length, 8u);
    counts[word.address]++;
  }
  ASSERT_EQ(counts.size(), 2u);
  expect_count(counts[line], draws, 2.0 / 8);
}

TEST(WatchedWord, OtherWordIsAnyOtherOfTheLine) {
  hagstone_random random = seeded();
  constexpr int draws = 70'000;
  for (uint64_t own : {line, line + 24, line + 56}) {
    std::map<uint64_t, int> counts;
    for (int i = 0; i < draws; i++) counts[hagstone_choose_other_word({own, 8}, &random).address]++;
    EXPECT_EQ(counts.size(), 7u);
    EXPECT_EQ(counts.count(own), 0u);
    for (const auto &[address, count] : counts) {
      EXPECT_EQ(address & ~uint64_t{HAGSTONE_LINE_BYTES - 1}, line);
      expect_count(count, draws, 1.0 / 7);
    }
  }
}

TEST(ReusedPart, IsOneByteAWordOrAnyWordOfTheLine) {
  hagstone_random random = seeded();
  constexpr int draws = 40'000;
  int others = 0;
  for (int i = 0; i < draws; i++) {
    const hagstone_watched_part byte = hagstone_choose_reused_part(1, 0, line + 3, 4, &random);
    EXPECT_EQ(byte.length, 1u);
    EXPECT_TRUE(byte.address >= line + 3 && byte.address < line + 7);
    EXPECT_EQ(hagstone_choose_reused_part(8, 0, line + 3, 4, &random).address, line);
    EXPECT_EQ(hagstone_choose_reused_part(64, 0, line + 3, 4, &random).address, line);
    EXPECT_NE(hagstone_choose_reused_part(64, 1, line + 3, 4, &random).address, line);
    EXPECT_FALSE(hagstone_reuse_waits_for_other_part(8, &random));
    others += hagstone_reuse_waits_for_other_part(64, &random);
  }
  expect_count(others, draws, 1.0 / 2);
}

}  // namespace
