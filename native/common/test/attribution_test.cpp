// SPDX-License-Identifier: MIT
#include "attribution.h"

#include <gtest/gtest.h>

#include "random.h"
#include "raw_format.h"

namespace {

TEST(Attribution, OneWatchpointTakesTheBacklog) {
  double accounted = 3;
  EXPECT_EQ(hagstone_attribution_credit(13, &accounted, 1, 1, HAGSTONE_ATTRIBUTION_PROPORTIONAL), 10);
  EXPECT_EQ(accounted, 13);
}

TEST(Attribution, SeveralWatchpointsShareFairly) {
  double accounted = 0;
  double first = hagstone_attribution_credit(9, &accounted, 1, 3, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  double second = hagstone_attribution_credit(9, &accounted, 1, 2, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  double third = hagstone_attribution_credit(9, &accounted, 1, 1, HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  EXPECT_EQ(first, 3);
  EXPECT_EQ(second, 3);
  EXPECT_EQ(third, 3);
  EXPECT_EQ(accounted, 9);
}

TEST(Attribution, NoneCreditsOneSample) {
  double accounted = 0;
  EXPECT_EQ(hagstone_attribution_credit(50, &accounted, 1, 3, HAGSTONE_ATTRIBUTION_NONE), 1);
}

// In any order, the credited and the remaining amounts add up to the sampled amount.
TEST(Attribution, FractionsAreNeverLost) {
  hagstone_random random;
  hagstone_random_seed(&random, 4, 0);
  uint64_t sampled = 0;
  double accounted = 0, credited = 0;
  for (int i = 0; i < 100'000; i++) {
    sampled += 1 + hagstone_random_below(&random, 5);
    credited += hagstone_attribution_credit(sampled, &accounted, 1,
                                            1 + static_cast<uint32_t>(hagstone_random_below(&random, 4)),
                                            HAGSTONE_ATTRIBUTION_PROPORTIONAL);
  }
  EXPECT_NEAR(credited, accounted, 1e-6 * credited);
  EXPECT_LE(accounted, static_cast<double>(sampled));
  EXPECT_NEAR(hagstone_attribution_credit(sampled, &accounted, 1, 1, HAGSTONE_ATTRIBUTION_PROPORTIONAL) + credited,
              static_cast<double>(sampled), 1e-6 * static_cast<double>(sampled));
}

TEST(Attribution, EndsAreCountedByTheirKindAndWeight) {
  hagstone_watch_context context = {};
  hagstone_attribution_count_end(&context, HAGSTONE_RELATION_KILLED_BY, 8, 0.5);
  hagstone_attribution_count_end(&context, HAGSTONE_RELATION_REDUNDANT_WITH, 1, 1);
  hagstone_attribution_count_end(&context, HAGSTONE_RELATION_USED_BY, 4, 0.25);
  hagstone_attribution_count_end(&context, HAGSTONE_RELATION_CHANGED_BY, 1, 1);
  hagstone_attribution_count_end(&context, HAGSTONE_RELATION_REUSED_BY, 8, 0.5);
  hagstone_attribution_count_end(&context, 0, 2, 0.125);
  EXPECT_EQ(context.weighed_waste, 17);
  EXPECT_EQ(context.weighed_use, 17);
  EXPECT_EQ(context.weighed_ended, 16);
}

}  // namespace
