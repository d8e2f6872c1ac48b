// SPDX-License-Identifier: GPL-2.0-or-later
//
// Distinct values against a count of all pairs, on generated arrays.
#include "distinct_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "common/compare.h"
#include "fake_engine.h"
#include "inspections.h"

namespace {

using hagstone::exhaustive::testing::FakeEngine;

template <typename T>
hagstone_elements elements_of(const std::vector<T> &array, uint32_t element = HAGSTONE_ELEMENT_BYTES,
                              uint32_t tolerance = 10'000'000) {
  return {reinterpret_cast<const uint8_t *>(array.data()), sizeof(T), array.size(), sizeof(T), element, tolerance};
}

hagstone_distinct_values found_in(const hagstone_elements &elements) {
  hagstone_distinct_values result;
  EXPECT_EQ(hagstone_find_distinct_values(&elements, &result), 1);
  return result;
}

TEST(DistinctValues, AreThoseOfASetOfAllBytes) {
  FakeEngine engine;
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; round++) {
    const uint64_t range = 1 + random() % 40;
    std::vector<uint16_t> array(1 + random() % 100);
    for (auto &value : array) value = static_cast<uint16_t>(random() % range * 257);
    std::map<uint16_t, uint64_t> counts;
    for (const uint16_t value : array) counts[value]++;
    const hagstone_distinct_values found = found_in(elements_of(array));
    EXPECT_EQ(found.unique, counts.size());
    ASSERT_EQ(found.common_count, std::min<size_t>(counts.size(), HAGSTONE_SPATIAL_VALUES));
    std::vector<uint64_t> expected;
    for (const auto &each : counts) expected.push_back(each.second);
    std::sort(expected.rbegin(), expected.rend());
    for (uint32_t i = 0; i < found.common_count; i++) {
      uint16_t value;
      memcpy(&value, found.common[i].value, sizeof value);
      EXPECT_EQ(found.common[i].count, expected[i]);
      EXPECT_EQ(found.common[i].count, counts[value]);
    }
  }
}

// The definition of metrics.md: from the smallest magnitude up, each sign separately.
uint64_t base_values(std::vector<double> array, double tolerance) {
  uint64_t bases = 0;
  std::set<uint64_t> not_numbers;
  for (const bool negative : {false, true}) {
    std::vector<double> magnitudes;
    for (double value : array) {
      if (std::isfinite(value) && (value < 0) == negative) magnitudes.push_back(std::fabs(value));
      uint64_t bits;
      memcpy(&bits, &value, sizeof bits);
      if (!std::isfinite(value)) not_numbers.insert(bits);
    }
    std::sort(magnitudes.begin(), magnitudes.end());
    for (size_t i = 0; i < magnitudes.size();) {
      const long double base = magnitudes[i];
      bases++;
      while (i < magnitudes.size() && magnitudes[i] - base <= static_cast<long double>(tolerance) * base) i++;
    }
  }
  return bases + not_numbers.size();
}

TEST(DistinctValues, AreBaseValuesWithinTheTolerance) {
  FakeEngine engine;
  std::mt19937_64 random(2);
  for (int round = 0; round < 500; round++) {
    std::vector<double> array(1 + random() % 60);
    for (double &value : array) {
      const double sign = random() % 2 ? 1 : -1;
      switch (random() % 8) {
        case 0: value = sign * 0.0; break;
        case 1: value = sign * INFINITY; break;
        case 2: value = std::nan(random() % 2 ? "1" : "2"); break;
        default: value = sign * std::pow(1.0037, static_cast<double>(random() % 40)); break;
      }
    }
    const hagstone_elements elements = elements_of(array, HAGSTONE_ELEMENT_F64, 10'000'000);
    const uint64_t expected = base_values(array, 0.01);
    EXPECT_EQ(found_in(elements).unique, expected) << "round " << round;
    std::shuffle(array.begin(), array.end(), random);
    EXPECT_EQ(found_in(elements).unique, expected) << "whatever the order";
  }
}

TEST(DistinctValues, IncludeFloatsAndLongDoubles) {
  FakeEngine engine;
  EXPECT_EQ(found_in(elements_of(std::vector<float>{1, 1.005f, 1.02f, -1, 2, -1.001f}, HAGSTONE_ELEMENT_F32)).unique, 4u);
  const std::vector<long double> extended = {0.0L, -0.0L, 5e4900L, 5.01e4900L, -3, -3.01L, 1e-4940L};
  hagstone_elements elements = elements_of(extended, HAGSTONE_ELEMENT_F80);
  elements.bytes = 10;
  EXPECT_EQ(found_in(elements).unique, 4u);
}

TEST(DistinctValues, FollowTheStrideBothWaysAndCompareLargeElements) {
  FakeEngine engine;
  std::vector<uint8_t> bytes(40 * 100);
  for (size_t i = 0; i < 100; i++)
    bytes[40 * i] = static_cast<uint8_t>(i % 7), bytes[40 * i + 24] = static_cast<uint8_t>(i);
  hagstone_elements elements = {bytes.data(), 40, 100, 24, HAGSTONE_ELEMENT_BYTES, 0};
  EXPECT_EQ(found_in(elements).unique, 7u);
  elements.bytes = 25;
  EXPECT_EQ(found_in(elements).unique, 100u);
  elements = {bytes.data() + 40 * 99, -40, 100, 1, HAGSTONE_ELEMENT_BYTES, 0};
  EXPECT_EQ(found_in(elements).unique, 7u);
}

TEST(Inspections, SumUpByMarkAndCountWhatFindsNoRoom) {
  FakeEngine engine;
  hagstone_forget_inspections();
  const std::vector<int> same(10, 3), other = {0, 1, 2, 3, 4, 5, 6, 7, 7, 7};
  const hagstone_elements all = elements_of(same), few = elements_of(other);
  const hagstone_inspection mark = {
      .context = 5, .object = 2, .element_bytes = 4, .group = HAGSTONE_GROUP_ARRAY, .type = 1, .approximate = 0};
  hagstone_inspect(&mark, &all, 200'000'000);
  hagstone_inspect(&mark, &few, 200'000'000);
  ASSERT_EQ(engine.counters.size(), 1u);
  const auto &record = engine.counters[0].as<hagstone_spatial_values>();
  EXPECT_EQ(record.inspections, 2u);
  EXPECT_EQ(record.above, 1u) << "2 of 10 are not above 20 %";
  EXPECT_EQ(record.elements, 10u);
  EXPECT_EQ(record.unique, 1u);
  hagstone_inspect(&mark, &few, 199'999'999);
  EXPECT_EQ(record.above, 2u);
  EXPECT_EQ(record.latest_unique, 8u);
  EXPECT_EQ(record.strip_count, 10u);
  engine.full = true;
  hagstone_inspection elsewhere = mark;
  elsewhere.context = 6;
  hagstone_inspect(&elsewhere, &all, 200'000'000);
  EXPECT_EQ(engine.statistics[HAGSTONE_STATISTIC_dropped_marks_no_room], 1u);
  EXPECT_EQ(engine.counters.size(), 1u);
  hagstone_forget_inspections();
}

}  // namespace
