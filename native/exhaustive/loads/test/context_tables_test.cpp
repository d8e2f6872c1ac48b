// SPDX-License-Identifier: GPL-2.0-or-later
#include "exhaustive/contexts/context_tables.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "exhaustive/tables/lasting_memory.h"
#include "loading_program.h"

namespace {

// Beyond all that other tests of this process use.
constexpr hagstone_calling_context first_context = 1'000'000, contexts = 50;

std::map<std::pair<hagstone_calling_context, uint32_t>, uint32_t> visited;
void visit(hagstone_calling_context context, uint32_t key, uint32_t value) {
  if (context < first_context) return;
  EXPECT_TRUE(visited.try_emplace({context, key}, value).second) << "an entry is there twice";
}

// Tables that became too small for one context are those of others.
TEST(ContextTables, KeepEveryEntryWhileTheyGrow) {
  ASSERT_EQ(hagstone::exhaustive::testing::start_fast_redundant_loads(), nullptr);
  std::map<std::pair<hagstone_calling_context, uint32_t>, uint32_t> entries;
  std::mt19937 random(1);
  for (uint32_t i = 0; i < 100'000; i++) {
    const auto context = static_cast<hagstone_calling_context>(first_context + random() % contexts);
    const auto key = static_cast<uint32_t>(random() % 5000) * 16 + 1;
    uint32_t *value = hagstone_context_entry(context, key);
    ASSERT_NE(value, nullptr);
    uint32_t &expected = entries[{context, key}];
    ASSERT_EQ(*value, expected) << context << " " << key;
    if (!expected) *value = expected = i + 1;
  }
  visited.clear();
  hagstone_visit_context_entries(visit);
  EXPECT_EQ(visited, entries);
}

TEST(LastingMemory, HasNumbers) {
  void *one = hagstone_lasting_memory(3);
  void *other = hagstone_lasting_memory(100'000);
  EXPECT_NE(hagstone_lasting_number(one), 0u);
  EXPECT_EQ(hagstone_lasting_piece(hagstone_lasting_number(one)), one);
  EXPECT_EQ(hagstone_lasting_piece(hagstone_lasting_number(other)), other);
  EXPECT_EQ(static_cast<char *>(other) - static_cast<char *>(one), 8);
}

}  // namespace
