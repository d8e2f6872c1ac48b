// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/pairs/pair_index.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

TEST(PairIndex, KeepsPairsWhileItGrows) {
  constexpr uint64_t places = 300;
  std::vector<uint32_t> values(places * places);
  hagstone_pair_index index = {};
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++) {
      ASSERT_EQ(hagstone_indexed_pair(&index, watch + 1, trap << 40), nullptr);
      ASSERT_TRUE(hagstone_make_room_in_pair_index(&index));
      hagstone_index_pair(&index, watch + 1, trap << 40, &values[watch * places + trap]);
    }
  for (uint64_t watch = 0; watch < places; watch++)
    for (uint64_t trap = 0; trap < places; trap++)
      ASSERT_EQ(hagstone_indexed_pair(&index, watch + 1, trap << 40), &values[watch * places + trap]);
  EXPECT_EQ(index.count, values.size());
  hagstone_forget_indexed_pairs(&index);
}

TEST(PairIndex, ForgetsAll) {
  uint32_t value = 0;
  hagstone_pair_index index = {};
  ASSERT_TRUE(hagstone_make_room_in_pair_index(&index));
  hagstone_index_pair(&index, 1, 2, &value);
  EXPECT_EQ(hagstone_indexed_pair(&index, 2, 1), nullptr);
  hagstone_forget_indexed_pairs(&index);
  EXPECT_EQ(hagstone_indexed_pair(&index, 1, 2), nullptr);
}

}  // namespace
