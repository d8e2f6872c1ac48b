// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/tables/growing_array.h"

#include <gtest/gtest.h>

namespace {

TEST(GrowingArray, KeepsItsElementsWhileItGrows) {
  struct Element {
    uint64_t number, square, padding;
  };
  Element *elements = nullptr;
  uint32_t capacity = 0;
  for (uint32_t count = 0; count < 10000; count++) {
    elements = static_cast<Element *>(hagstone_with_room(elements, count, &capacity, sizeof *elements));
    ASSERT_GT(capacity, count);
    elements[count] = {count, uint64_t{count} * count, 0};
  }
  for (uint64_t i = 0; i < 10000; i++) {
    ASSERT_EQ(elements[i].number, i);
    ASSERT_EQ(elements[i].square, i * i);
  }
  hagstone_give_back(elements, uint64_t{capacity} * sizeof *elements);
}

TEST(GrowingArray, StaysWhereItIsWhileThereIsRoom) {
  uint32_t capacity = 0;
  void *array = hagstone_with_room(nullptr, 0, &capacity, sizeof(uint32_t));
  const uint32_t first = capacity;
  EXPECT_EQ(hagstone_with_room(array, first - 1, &capacity, sizeof(uint32_t)), array);
  EXPECT_EQ(capacity, first);
  hagstone_give_back(array, uint64_t{capacity} * sizeof(uint32_t));
}

}  // namespace
