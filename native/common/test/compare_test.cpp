// SPDX-License-Identifier: MIT
#include "compare.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

constexpr uint32_t one_percent = 10'000'000;  // billionths

bool repeats(float earlier, float later, uint32_t tolerance = one_percent) {
  return hagstone_element_repeats(HAGSTONE_ELEMENT_F32, &earlier, &later, tolerance);
}
bool repeats(double earlier, double later, uint32_t tolerance = one_percent) {
  return hagstone_element_repeats(HAGSTONE_ELEMENT_F64, &earlier, &later, tolerance);
}
bool repeats(long double earlier, long double later, uint32_t tolerance = one_percent) {
  return hagstone_element_repeats(HAGSTONE_ELEMENT_F80, &earlier, &later, tolerance);
}

template <typename Number>
class FloatingPoint : public testing::Test {};
using Formats = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(FloatingPoint, Formats);

TYPED_TEST(FloatingPoint, RepeatsWithinTheToleranceOfTheEarlierValue) {
  using Number = TypeParam;
  for (Number sign : {Number{1}, Number{-1}}) {
    EXPECT_TRUE(repeats(sign * Number{100}, sign * Number{100}));
    EXPECT_TRUE(repeats(sign * Number{100}, sign * Number{101}));
    EXPECT_TRUE(repeats(sign * Number{100}, sign * Number{99}));
    EXPECT_FALSE(repeats(sign * Number{100}, sign * Number{101.25}));
    EXPECT_FALSE(repeats(sign * Number{100}, sign * Number{98.75}));
    EXPECT_FALSE(repeats(sign * Number{100}, sign * Number{-100}));
  }
}

TYPED_TEST(FloatingPoint, ToleranceZeroTakesEqualValuesOnly) {
  using Number = TypeParam;
  EXPECT_TRUE(repeats(Number{3}, Number{3}, 0));
  EXPECT_FALSE(repeats(Number{3}, std::nextafter(Number{3}, Number{4}), 0));
  EXPECT_TRUE(repeats(Number{0}, -Number{0}, 0));
}

TYPED_TEST(FloatingPoint, OnlyZerosRepeatZero) {
  using Number = TypeParam;
  EXPECT_TRUE(repeats(Number{0}, -Number{0}));
  EXPECT_TRUE(repeats(-Number{0}, Number{0}));
  EXPECT_FALSE(repeats(Number{0}, std::numeric_limits<Number>::denorm_min()));
  EXPECT_FALSE(repeats(std::numeric_limits<Number>::denorm_min(), Number{0}));
}

TYPED_TEST(FloatingPoint, InfinitiesRepeatThemselvesOnly) {
  using Number = TypeParam;
  constexpr Number infinity = std::numeric_limits<Number>::infinity(), largest = std::numeric_limits<Number>::max();
  EXPECT_TRUE(repeats(infinity, infinity));
  EXPECT_FALSE(repeats(infinity, -infinity));
  EXPECT_FALSE(repeats(infinity, largest));
  EXPECT_FALSE(repeats(largest, infinity));
  EXPECT_FALSE(repeats(infinity, Number{0}));
}

TYPED_TEST(FloatingPoint, NaNRepeatsTheSameBitsOnly) {
  using Number = TypeParam;
  const Number quiet = std::nan(""), negative = -quiet;
  EXPECT_TRUE(repeats(quiet, quiet));
  EXPECT_FALSE(repeats(quiet, negative));
  EXPECT_FALSE(repeats(quiet, Number{1}));
  EXPECT_FALSE(repeats(Number{1}, quiet));
  EXPECT_FALSE(repeats(quiet, std::numeric_limits<Number>::infinity()));
}

// The ends of the range: the comparison itself must neither overflow nor lose the smallest numbers.
TYPED_TEST(FloatingPoint, ComparesTheLargestAndTheSmallest) {
  using Number = TypeParam;
  constexpr Number largest = std::numeric_limits<Number>::max();
  constexpr Number smallest = std::numeric_limits<Number>::denorm_min();
  EXPECT_TRUE(repeats(largest, largest * Number{0.995}));
  EXPECT_FALSE(repeats(largest, largest * Number{0.98}));
  EXPECT_FALSE(repeats(largest, -largest));
  EXPECT_TRUE(repeats(smallest * 1000, smallest * 1005));
  EXPECT_FALSE(repeats(smallest * 1000, smallest * 1020));
  EXPECT_FALSE(repeats(smallest, smallest * 2));
}

// The earlier value is the previous one, not a base (metrics.md section 1): a slow drift repeats at every step.
TYPED_TEST(FloatingPoint, SlowDriftRepeatsAtEveryStep) {
  using Number = TypeParam;
  Number value = 1;
  for (int i = 0; i < 200; i++) {
    const Number next = value * Number{1.005};
    EXPECT_TRUE(repeats(value, next)) << i;
    value = next;
  }
  EXPECT_FALSE(repeats(Number{1}, value));
}

// With an exponent but no leading bit: the processor refuses it.
TEST(FloatingPoint80, EncodingsThatAreNoNumbersRepeatBitByBit) {
  std::array<uint8_t, 16> unnormal = {0, 0, 0, 0, 0, 0, 0, 0x40, 0xff, 0x3f}, other = unnormal;
  EXPECT_TRUE(hagstone_element_repeats(HAGSTONE_ELEMENT_F80, unnormal.data(), other.data(), one_percent));
  other[0] = 1;
  EXPECT_FALSE(hagstone_element_repeats(HAGSTONE_ELEMENT_F80, unnormal.data(), other.data(), one_percent));
}

template <typename Element, size_t count>
hagstone_memory_value memory(uint64_t address, const std::array<Element, count> &elements) {
  hagstone_memory_value value = {};
  value.address = address;
  value.length = sizeof elements;
  static_assert(sizeof elements <= HAGSTONE_VALUE_LONGEST);
  memcpy(value.bytes, elements.data(), sizeof elements);
  return value;
}

constexpr uint64_t place = 0x1000;

TEST(Compare, BytesMustAllBeTheSame) {
  const auto earlier = memory(place, std::array<uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 8});
  auto later = earlier;
  EXPECT_EQ(hagstone_compare(&earlier, &later, place, 8, HAGSTONE_ELEMENT_BYTES, place, one_percent),
            HAGSTONE_COMPARISON_REPEATED);
  later.bytes[7] = 9;
  EXPECT_EQ(hagstone_compare(&earlier, &later, place, 8, HAGSTONE_ELEMENT_BYTES, place, one_percent),
            HAGSTONE_COMPARISON_CHANGED);
  EXPECT_EQ(hagstone_compare(&earlier, &later, place, 7, HAGSTONE_ELEMENT_BYTES, place, one_percent),
            HAGSTONE_COMPARISON_REPEATED)
      << "the changed byte was not asked for";
}

TEST(Compare, OneLaneThatDiffersChangesTheWhole) {
  const auto earlier = memory(place, std::array<float, 2>{1, 1000});
  const auto close = memory(place, std::array<float, 2>{1.005f, 995});
  const auto apart = memory(place, std::array<float, 2>{1.005f, 900});
  EXPECT_EQ(hagstone_compare(&earlier, &close, place, 8, HAGSTONE_ELEMENT_F32, place, one_percent),
            HAGSTONE_COMPARISON_REPEATED);
  EXPECT_EQ(hagstone_compare(&earlier, &apart, place, 8, HAGSTONE_ELEMENT_F32, place, one_percent),
            HAGSTONE_COMPARISON_CHANGED);
  EXPECT_EQ(hagstone_compare(&earlier, &apart, place, 4, HAGSTONE_ELEMENT_F32, place, one_percent),
            HAGSTONE_COMPARISON_REPEATED);
}

TEST(Compare, ElementsLieOnTheGridOfTheAccess) {
  // Half a double was watched: the whole one is compared, which as bytes or as two floats differs.
  const auto earlier = memory(place, std::array<double, 3>{0, 2, 0});
  const auto later = memory(place, std::array<double, 3>{9, 2.001, 9});
  for (uint64_t half : {place + 8, place + 12}) {
    EXPECT_EQ(hagstone_compare(&earlier, &later, half, 4, HAGSTONE_ELEMENT_F64, place + 8, one_percent),
              HAGSTONE_COMPARISON_REPEATED);
    EXPECT_EQ(hagstone_compare(&earlier, &later, half, 4, HAGSTONE_ELEMENT_F64, place + 24, one_percent),
              HAGSTONE_COMPARISON_REPEATED)
        << "a later element tells the grid too";
  }
  EXPECT_EQ(hagstone_compare(&earlier, &later, place + 8, 8, HAGSTONE_ELEMENT_BYTES, place, one_percent),
            HAGSTONE_COMPARISON_CHANGED);
}

TEST(Compare, WhatIsNotKnownOfMemoryIsNotGuessed) {
  const auto earlier = memory(place, std::array<double, 1>{1});
  EXPECT_EQ(hagstone_compare(&earlier, &earlier, place + 4, 4, HAGSTONE_ELEMENT_F80, place, one_percent),
            HAGSTONE_COMPARISON_UNKNOWN);
  EXPECT_EQ(hagstone_compare(&earlier, &earlier, place + 4, 4, HAGSTONE_ELEMENT_F64, place + 4, one_percent),
            HAGSTONE_COMPARISON_UNKNOWN);
  hagstone_memory_value nothing = {};
  EXPECT_EQ(hagstone_compare(&nothing, &earlier, place, 8, HAGSTONE_ELEMENT_F64, place, one_percent),
            HAGSTONE_COMPARISON_UNKNOWN);
}

TEST(Compare, ALongDoubleIsSeenWholeFromAnyPartOfIt) {
  for (uint64_t part = 0; part < 10; part++) {
    hagstone_memory_value earlier = {}, later = {};
    earlier.address = later.address = place + part - HAGSTONE_VALUE_MARGIN;
    earlier.length = later.length = 2 * HAGSTONE_VALUE_MARGIN + 1;
    const long double old = 1, now = 1.001L, far = 1.1L;
    uint8_t *target = later.bytes + HAGSTONE_VALUE_MARGIN - part;
    memcpy(earlier.bytes + HAGSTONE_VALUE_MARGIN - part, &old, 10);
    memcpy(target, &now, 10);
    EXPECT_EQ(hagstone_compare(&earlier, &later, place + part, 1, HAGSTONE_ELEMENT_F80, place, one_percent),
              HAGSTONE_COMPARISON_REPEATED);
    memcpy(target, &far, 10);
    EXPECT_EQ(hagstone_compare(&earlier, &later, place + part, 1, HAGSTONE_ELEMENT_F80, place, one_percent),
              HAGSTONE_COMPARISON_CHANGED);
  }
}

}  // namespace
