// SPDX-License-Identifier: GPL-2.0-or-later
#include "objects.h"

#include <gtest/gtest.h>

#include <map>

#include "common/raw_format.h"
#include "exhaustive/objects/fake_program_memory.h"
#include "fake_engine.h"
#include "object_records.h"

namespace {

using hagstone::exhaustive::testing::FakeEngine;
using hagstone::exhaustive::testing::FakeProgramMemory;

std::map<uint64_t, int> ended;  // by start

void note_end(hagstone_data_object *object) { ended[object->start]++; }

class Objects : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { ASSERT_EQ(hagstone_start_objects(note_end), nullptr); }
  void SetUp() override {
    ended.clear();
    hagstone_forget_object_records();
    hagstone_objects_end(0x10000, 0x2000000, HAGSTONE_MEMORY_UNMAPPED);
    ended.clear();
  }
  void allocate(uint64_t address, uint64_t bytes) {
    hagstone_objects_begin(address, bytes, HAGSTONE_MEMORY_ALLOCATED, context);
  }
  void map(uint64_t address, uint64_t bytes) { hagstone_objects_begin(address, bytes, HAGSTONE_MEMORY_MAPPED, context); }
  uint64_t start_of(uint64_t address) {
    const hagstone_data_object *object = hagstone_object_at(address);
    return object ? object->start : 0;
  }

  FakeEngine engine;
  FakeProgramMemory memory;
  hagstone_calling_context context = engine.add_context();
};

TEST_F(Objects, BlocksOfAllSizesAreFoundByEachByte) {
  uint64_t address = 0x100000;
  for (uint64_t bytes : {1, 8, 24, 100, 4096, 5000, 8192, 100000}) {
    allocate(address, bytes);
    EXPECT_EQ(start_of(address - 1), 0u) << bytes;
    for (uint64_t at = 0; at < bytes; at += bytes < 200 ? 1 : 97) EXPECT_EQ(start_of(address + at), address) << bytes;
    EXPECT_EQ(start_of(address + bytes - 1), address) << bytes;
    EXPECT_EQ(start_of(address + bytes), 0u) << bytes;
    address += (bytes + 31) / 16 * 16;
  }
}

TEST_F(Objects, FreedBlockIsGoneAndItsAddressIsAnotherObject) {
  allocate(0x100010, 5000);
  hagstone_data_object *first = hagstone_object_at(0x100010);
  first->last = &ended;
  hagstone_objects_end(0x100010, 5000, HAGSTONE_MEMORY_FREED);
  EXPECT_EQ(ended[0x100010], 1);
  EXPECT_EQ(start_of(0x100010), 0u);
  EXPECT_EQ(start_of(0x100800), 0u);
  allocate(0x100010, 16);
  EXPECT_EQ(hagstone_object_at(0x100010)->last, nullptr);
  EXPECT_EQ(start_of(0x100020), 0u);
}

TEST_F(Objects, ReallocInPlaceMayShrinkABlock) {
  allocate(0x100000, 64);
  hagstone_objects_end(0x100020, 32, HAGSTONE_MEMORY_FREED);
  EXPECT_EQ(start_of(0x10001f), 0x100000u);
  EXPECT_EQ(start_of(0x100020), 0u);
  EXPECT_TRUE(ended.empty());
}

// The last byte that stays shares its word with the first that goes.
TEST_F(Objects, ReallocInPlaceGivesABlockAnotherSizeAndContext) {
  const hagstone_calling_context reallocation = engine.add_context();
  for (const auto &[before, after] :
       {std::pair{40, 100}, {100, 9000}, {9000, 100'001}, {100'001, 20'003}, {20'003, 13}, {13, 3}}) {
    allocate(0x100010, static_cast<uint64_t>(before));
    hagstone_data_object *object = hagstone_object_at(0x100010);
    object->last = &ended;
    if (after < before)
      hagstone_objects_end(0x100010 + static_cast<uint64_t>(after), static_cast<uint64_t>(before - after),
                           HAGSTONE_MEMORY_FREED);
    hagstone_objects_begin(0x100010, static_cast<uint64_t>(after), HAGSTONE_MEMORY_ALLOCATED, reallocation);
    EXPECT_TRUE(ended.empty());
    for (uint64_t at = 0; at < static_cast<uint64_t>(after); at++)
      ASSERT_EQ(hagstone_object_at(0x100010 + at), object) << at;
    EXPECT_EQ(start_of(0x100010 + static_cast<uint64_t>(after)), 0u);
    EXPECT_EQ(object->bytes, static_cast<uint64_t>(after));
    EXPECT_EQ(object->context, reallocation);
    EXPECT_EQ(object->last, &ended);
    hagstone_objects_end(0x100010, static_cast<uint64_t>(after), HAGSTONE_MEMORY_FREED);
    EXPECT_EQ(ended[0x100010], 1);
    for (uint64_t at = 0; at < 110'000; at++) ASSERT_EQ(start_of(0x100010 + at), 0u) << at;
    ended.clear();
  }
}

TEST_F(Objects, BlocksLieInMappings) {
  map(0x200000, 0x10000);
  allocate(0x201000, 0x2000);
  allocate(0x204008, 8);
  EXPECT_EQ(start_of(0x200fff), 0x200000u);
  EXPECT_EQ(start_of(0x201000), 0x201000u);
  EXPECT_EQ(start_of(0x204010), 0x200000u);
  hagstone_objects_end(0x201000, 0x2000, HAGSTONE_MEMORY_FREED);
  EXPECT_EQ(start_of(0x201000), 0x200000u);
  hagstone_objects_end(0x204000, 0x1000, HAGSTONE_MEMORY_UNMAPPED);
  EXPECT_EQ(start_of(0x204008), 0u);
  EXPECT_EQ(start_of(0x205000), 0x200000u);
  EXPECT_TRUE(ended.find(0x200000) == ended.end());
  hagstone_objects_end(0x200000, 0x10000, HAGSTONE_MEMORY_UNMAPPED);
  EXPECT_EQ(ended[0x200000], 1);
  EXPECT_EQ(start_of(0x205000), 0u);
}

TEST_F(Objects, MappingsGrow) {
  map(0x200000, 0x2000);
  hagstone_objects_begin(0x202000, 0x3000, HAGSTONE_MEMORY_GROWN, engine.add_context());
  EXPECT_EQ(start_of(0x202000), 0x200000u);
  EXPECT_EQ(start_of(0x204fff), 0x200000u);
  EXPECT_EQ(start_of(0x205000), 0u);
  EXPECT_EQ(hagstone_object_at(0x204000)->context, context);
  hagstone_objects_move(0x200000, 0x300000, 0x5000);
  hagstone_objects_begin(0x305000, 0x1000, HAGSTONE_MEMORY_GROWN, engine.add_context());
  EXPECT_EQ(ended[0x200000], 1);
  EXPECT_EQ(start_of(0x305fff), 0x300000u);
  EXPECT_EQ(hagstone_object_at(0x305000)->context, context);
  hagstone_objects_end(0x304000, 0x2000, HAGSTONE_MEMORY_UNMAPPED);
  hagstone_objects_begin(0x304000, 0x1000, HAGSTONE_MEMORY_GROWN, engine.add_context());
  EXPECT_EQ(start_of(0x304fff), 0x300000u);
  EXPECT_EQ(start_of(0x305000), 0u);
  hagstone_objects_end(0x300000, 0x6000, HAGSTONE_MEMORY_UNMAPPED);
  EXPECT_EQ(ended[0x300000], 1);
  hagstone_objects_begin(0x400000, 0x1000, HAGSTONE_MEMORY_GROWN, context);
  EXPECT_EQ(start_of(0x400fff), 0x400000u);
}

TEST_F(Objects, StacksAndModulesAreNoMappings) {
  map(0x300000, 0x2000);
  memory.stacks.push_back({0x300000, 0x301000});
  memory.symbols.push_back({0x301000, 0x100, 0x1000, "table"});
  EXPECT_EQ(start_of(0x300800), 0u);
  EXPECT_EQ(start_of(0x301800), 0x300000u);
  EXPECT_EQ(hagstone_object_at(0x301000)->kind, HAGSTONE_OBJECT_STATIC);
}

TEST_F(Objects, SymbolsAreAskedForOnce) {
  memory.symbols.push_back({0x400001, 3, 0x10, "a"});
  memory.symbols.push_back({0x400010, 4096, 0x20, "b"});
  hagstone_objects_end(0x400000, 4096, HAGSTONE_MEMORY_UNMAPPED);
  EXPECT_EQ(start_of(0x400000), 0u);
  EXPECT_EQ(start_of(0x400003), 0x400001u);
  EXPECT_EQ(start_of(0x400004), 0u);
  for (int i = 0; i < 10; i++) EXPECT_EQ(start_of(0x400010), 0x400010u);
  EXPECT_EQ(memory.questions, 4);
  memory.symbols.clear();
  hagstone_objects_end(0x400000, 4096, HAGSTONE_MEMORY_UNMAPPED);
  EXPECT_EQ(start_of(0x400010), 0u);
}

TEST_F(Objects, RecordsAreByContextAndBySymbol) {
  memory.symbols.push_back({0x400010, 40, 0x20, "table"});
  allocate(0x100000, 48);
  allocate(0x100040, 16);
  const uint32_t first = hagstone_object_record(hagstone_object_at(0x100000))->id;
  EXPECT_EQ(hagstone_object_record(hagstone_object_at(0x100040))->id, first);
  const uint32_t symbol = hagstone_object_record(hagstone_object_at(0x400018))->id;
  EXPECT_NE(symbol, first);
  ASSERT_EQ(engine.log.size(), 2u);
  const auto &heap_record = engine.log[0].as<hagstone_object>();
  EXPECT_EQ(heap_record.kind, HAGSTONE_OBJECT_HEAP);
  EXPECT_EQ(heap_record.bytes, 48u);
  EXPECT_EQ(heap_record.context, hagstone_context_record(context));
  EXPECT_EQ(heap_record.module, HAGSTONE_MODULE_UNKNOWN);
  const auto &symbol_record = engine.log[1].as<hagstone_object>();
  EXPECT_EQ(symbol_record.kind, HAGSTONE_OBJECT_STATIC);
  EXPECT_EQ(symbol_record.offset, 0x20u);
  EXPECT_EQ(symbol_record.bytes, 40u);
  EXPECT_EQ(std::string(reinterpret_cast<const char *>(&symbol_record + 1), symbol_record.name_length), "table");
}

TEST_F(Objects, WildAddressesAreInNone) {
  EXPECT_EQ(start_of(0x7fff12345678), 0u);
  EXPECT_EQ(start_of(UINT64_MAX), 0u);
  hagstone_objects_end(UINT64_MAX - 4095, 4096, HAGSTONE_MEMORY_UNMAPPED);
}

}  // namespace
