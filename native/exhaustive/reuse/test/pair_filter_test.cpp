// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/reuse/pair_filter.h"

#include <gtest/gtest.h>

#include "exhaustive/reuse/reuse_pairs.h"

namespace hagstone::exhaustive::testing {
namespace {

// Like the pairs of a compiler: few places, each paired with many others.
hagstone_place watch_of(uint32_t pair) { return hagstone_place_of(1 + pair / 3000, 7); }
hagstone_place trap_of(uint32_t pair) { return hagstone_place_of(1 + pair / 3000, 1000 + pair % 3000); }

TEST(PairFilter, PassesAllThatWereAddedAndFewOthers) {
  hagstone_pair_filter filter = {};
  for (uint32_t pair = 0; pair < HAGSTONE_MOST_REUSE_PAIRS; pair++)
    hagstone_filter_pair(&filter, watch_of(pair), trap_of(pair));
  uint32_t missed = 0, others = 0;
  for (uint32_t pair = 0; pair < HAGSTONE_MOST_REUSE_PAIRS; pair++) {
    missed += !hagstone_pair_may_be_filtered(&filter, watch_of(pair), trap_of(pair));
    others += hagstone_pair_may_be_filtered(&filter, trap_of(pair), watch_of(pair)) != 0;
  }
  EXPECT_EQ(missed, 0u);
  EXPECT_LT(others, HAGSTONE_MOST_REUSE_PAIRS / 25u);
  for (hagstone_calling_context context = 1; context <= 1 + HAGSTONE_MOST_REUSE_PAIRS / 3000; context++)
    missed += !hagstone_context_may_be_filtered(&filter, context);
  EXPECT_EQ(missed, 0u);
  EXPECT_FALSE(hagstone_context_may_be_filtered(&filter, 2 + HAGSTONE_MOST_REUSE_PAIRS / 3000));
  hagstone_empty_pair_filter(&filter);
  EXPECT_FALSE(hagstone_pair_may_be_filtered(&filter, watch_of(0), trap_of(0)));
  EXPECT_FALSE(hagstone_context_may_be_filtered(&filter, 1));
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
