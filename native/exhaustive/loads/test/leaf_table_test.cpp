// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/tables/leaf_table.h"

#include <gtest/gtest.h>

namespace {

// Places whose halves differ, and those that differ in one half only.
hagstone_place place_of(uint32_t number) {
  return hagstone_place_of((number * 2654435761u) >> 8 & 0xfffff, 1 + (number & 0x7fff));
}

TEST(LeafTable, KeepsRecordsWhileItGrows) {
  constexpr uint32_t places = 100000;
  hagstone_leaf_table table = {};
  for (uint32_t number = 0; number < places; number++) {
    uint32_t *record = hagstone_leaf_record(&table, place_of(number));
    ASSERT_NE(record, nullptr);
    ASSERT_EQ(*record, 0u) << "two places with one entry";
    *record = number + 1;
  }
  for (uint32_t number = 0; number < places; number++)
    ASSERT_EQ(*hagstone_leaf_record(&table, place_of(number)), number + 1);
  EXPECT_EQ(table.count, places);
  hagstone_forget_leaf_records(&table);
}

TEST(LeafTable, RecordThatIsNotSetStaysAsked) {
  hagstone_leaf_table table = {};
  EXPECT_EQ(*hagstone_leaf_record(&table, 1), 0u);
  EXPECT_EQ(*hagstone_leaf_record(&table, 1), 0u);
  EXPECT_EQ(table.count, 1u);
  hagstone_forget_leaf_records(&table);
}

TEST(LeafTable, ForgetsAll) {
  hagstone_leaf_table table = {};
  *hagstone_leaf_record(&table, 7) = 3;
  hagstone_forget_leaf_records(&table);
  EXPECT_EQ(*hagstone_leaf_record(&table, 7), 0u);
  hagstone_forget_leaf_records(&table);
}

}  // namespace
