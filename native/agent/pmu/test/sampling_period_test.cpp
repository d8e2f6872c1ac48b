// SPDX-License-Identifier: MIT
#include "pmu/sampling_period.h"

#include <gtest/gtest.h>

namespace hagstone {
namespace {

bool is_prime(uint64_t number) {
  for (uint64_t divisor = 2; divisor * divisor <= number; divisor++)
    if (number % divisor == 0) return false;
  return number >= 2;
}

TEST(SamplingPeriod, StaysPrimeWhenItIsDoubled) {
  for (uint64_t factor = 1; factor <= 1024; factor *= 2) {
    const uint64_t wanted = 4'999'999 * factor;
    const uint64_t precise = sampling_period(HAGSTONE_ENGINE_PEBS, wanted);
    const uint64_t operations = sampling_period(HAGSTONE_ENGINE_IBS, wanted);
    EXPECT_TRUE(is_prime(precise)) << precise;
    EXPECT_EQ(operations % ibs_step, 0u);
    EXPECT_TRUE(is_prime(operations / ibs_step)) << operations;
    EXPECT_NEAR(static_cast<double>(precise), static_cast<double>(wanted), 200);
    EXPECT_NEAR(static_cast<double>(operations), static_cast<double>(wanted), 200 * static_cast<double>(ibs_step));
  }
}

TEST(SamplingPeriod, IsNeverShorterThanIbsTakes) {
  for (uint64_t wanted = 0; wanted < 1000; wanted++) {
    EXPECT_GE(sampling_period(HAGSTONE_ENGINE_IBS, wanted), 0x90u);
    EXPECT_GE(first_sampling_period(HAGSTONE_ENGINE_IBS, wanted), 0x90u);
    EXPECT_EQ(first_sampling_period(HAGSTONE_ENGINE_IBS, wanted) % ibs_step, 0u);
  }
}

TEST(SamplingPeriod, BeginsAsItIs) { EXPECT_EQ(first_sampling_period(HAGSTONE_ENGINE_PEBS, 1000), 1000u); }

}  // namespace
}  // namespace hagstone
