// SPDX-License-Identifier: MIT
#include "judgement.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace {

constexpr uint32_t one_percent_tolerance = 10'000'000;
constexpr uint64_t judged_place = 4096;

// Judges a sampled access that is watched as a whole.
hagstone_value_judgement judged(hagstone_watched_part part, const hagstone_later_access *later,
                                const hagstone_memory_value *before, const hagstone_memory_value *now, uint32_t tolerance) {
  const hagstone_watched_access watched = {part.address, part.length, part};
  return hagstone_judge_value(&watched, later, before, now, tolerance);
}

template <typename T>
hagstone_memory_value memory_of(const std::vector<T> &elements, uint64_t address = judged_place) {
  hagstone_memory_value value = {};
  value.address = address;
  value.length = static_cast<uint32_t>(elements.size() * sizeof(T));
  std::memcpy(value.bytes, elements.data(), value.length);
  return value;
}

TEST(JudgeStored, AReadModifyWriteUsesWhatWasStored) {
  EXPECT_EQ(hagstone_judge_stored(0), HAGSTONE_RELATION_KILLED_BY);
  EXPECT_EQ(hagstone_judge_stored(1), HAGSTONE_RELATION_USED_BY);
}

TEST(JudgeValue, OnlyTheBytesThatTheLaterAccessTouchedDecide) {
  const auto before = memory_of<uint8_t>({1, 2, 3, 4, 5, 6, 7, 8}), now = memory_of<uint8_t>({1, 2, 3, 4, 9, 6, 7, 8});
  const hagstone_later_access low = {judged_place, 4, HAGSTONE_ELEMENT_BYTES},
                              high = {judged_place + 4, 4, HAGSTONE_ELEMENT_BYTES};
  EXPECT_EQ(judged({judged_place, 8}, &low, &before, &now, one_percent_tolerance).relation,
            HAGSTONE_RELATION_REDUNDANT_WITH);
  EXPECT_EQ(judged({judged_place, 8}, &high, &before, &now, one_percent_tolerance).relation, HAGSTONE_RELATION_CHANGED_BY);
}

TEST(JudgeValue, ComparesAsTheLaterAccessTakesItsBytes) {
  const auto before = memory_of<double>({1.0}), now = memory_of<double>({1.005});
  const hagstone_later_access number = {judged_place, 8, HAGSTONE_ELEMENT_F64},
                              bytes = {judged_place, 8, HAGSTONE_ELEMENT_BYTES};
  const auto approximate = judged({judged_place, 8}, &number, &before, &now, one_percent_tolerance);
  EXPECT_EQ(approximate.relation, HAGSTONE_RELATION_REDUNDANT_WITH);
  EXPECT_EQ(approximate.flags, HAGSTONE_PAIR_APPROXIMATE);
  const auto precise = judged({judged_place, 8}, &bytes, &before, &now, one_percent_tolerance);
  EXPECT_EQ(precise.relation, HAGSTONE_RELATION_CHANGED_BY);
  EXPECT_EQ(precise.flags, 0);
}

// Elements begin where the access does, also where the watched part begins in the middle of one.
TEST(JudgeValue, FindsTheElementsOfAnUnalignedVector) {
  const auto before = memory_of<float>({1, 2, 3, 4}, judged_place + 2),
             now = memory_of<float>({1, 2.01f, 3, 4}, judged_place + 2);
  const hagstone_later_access vector = {judged_place + 2, 16, HAGSTONE_ELEMENT_F32};
  EXPECT_EQ(judged({judged_place + 8, 8}, &vector, &before, &now, one_percent_tolerance).relation,
            HAGSTONE_RELATION_REDUNDANT_WITH);
  EXPECT_EQ(judged({judged_place + 8, 8}, &vector, &before, &now, 0).relation, HAGSTONE_RELATION_CHANGED_BY);
}

TEST(JudgeValue, SaysWhenItCannotTell) {
  const auto known = memory_of<uint8_t>({1, 2, 3, 4, 5, 6, 7, 8});
  const hagstone_memory_value unknown = {};
  const hagstone_later_access access = {judged_place, 8, HAGSTONE_ELEMENT_BYTES}, lost = {0, 0, HAGSTONE_ELEMENT_F80};
  EXPECT_EQ(judged({judged_place, 8}, &access, &known, &unknown, 0).comparison, HAGSTONE_COMPARISON_UNKNOWN);
  EXPECT_EQ(judged({judged_place, 8}, &lost, &known, &known, 0).comparison, HAGSTONE_COMPARISON_UNKNOWN);
}

// A vector of which one lane changed, watched where it did not.
TEST(JudgeValue, ComparesAllBytesOfBothAccesses) {
  const auto before = memory_of<float>({1, 2, 3, 4}), now = memory_of<float>({1, 2, 3, 5});
  const hagstone_watched_access vector = {judged_place, 16, {judged_place, 8}};
  const hagstone_later_access same = {judged_place, 16, HAGSTONE_ELEMENT_F32},
                              low = {judged_place, 8, HAGSTONE_ELEMENT_F32};
  const auto whole = hagstone_judge_value(&vector, &same, &before, &now, one_percent_tolerance);
  EXPECT_EQ(whole.relation, HAGSTONE_RELATION_CHANGED_BY);
  EXPECT_FALSE(whole.partial);
  const auto half = hagstone_judge_value(&vector, &low, &before, &now, one_percent_tolerance);
  EXPECT_EQ(half.relation, HAGSTONE_RELATION_REDUNDANT_WITH);
  EXPECT_FALSE(half.partial);
}

TEST(JudgeValue, ThePartSpeaksForWhatIsNotKnown) {
  const auto before = memory_of<float>({1, 2}), now = memory_of<float>({1, 2, 3, 5});
  const hagstone_watched_access vector = {judged_place, 16, {judged_place, 8}};
  const hagstone_later_access same = {judged_place, 16, HAGSTONE_ELEMENT_F32}, somewhere = {0, 0, HAGSTONE_ELEMENT_F32};
  for (const auto *later : {&same, &somewhere}) {
    const auto judgement = hagstone_judge_value(&vector, later, &before, &now, one_percent_tolerance);
    EXPECT_EQ(judgement.relation, HAGSTONE_RELATION_REDUNDANT_WITH);
    EXPECT_TRUE(judgement.partial);
  }
}

}  // namespace
