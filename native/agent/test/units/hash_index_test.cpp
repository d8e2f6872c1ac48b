// SPDX-License-Identifier: MIT
#include "base/hash_index.h"

#include <gtest/gtest.h>

namespace {

using hagstone::HashIndex;

TEST(HashIndex, FindsWhatWasInsertedAlsoAfterGrowing) {
  HashIndex index;
  constexpr uint32_t entries = 10'000;
  EXPECT_EQ(index.find({1, 1}), 0u);
  for (uint32_t i = 1; i <= entries; i++) ASSERT_TRUE(index.insert({i % 7, i * uint64_t{4096}}, i));
  for (uint32_t i = 1; i <= entries; i++) EXPECT_EQ(index.find({i % 7, i * uint64_t{4096}}), i);
  EXPECT_EQ(index.find({8, 4096}), 0u);
}

}  // namespace
