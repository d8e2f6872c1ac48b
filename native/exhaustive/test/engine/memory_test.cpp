// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data objects that a program's allocations and mappings are.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

// Of all blocks or mappings that one function allocated.
struct ObjectTotal {
  uint64_t bytes;  // of the first one
  uint64_t loads;
  uint64_t repeated;  // loads of the value loaded before
  uint64_t accesses;  // of aligned words, each word of an access for itself
  bool operator==(const ObjectTotal&) const = default;
};

std::ostream& operator<<(std::ostream& stream, const ObjectTotal& total) {
  return stream << "bytes " << total.bytes << ", loads " << total.loads << ", repeated " << total.repeated << ", accesses "
                << total.accesses;
}

// By kind (enum hagstone_object_kind) and the innermost function of the program that allocated it.
using Objects = std::map<std::pair<uint32_t, std::string>, ObjectTotal>;

std::string innermost(const std::string& chain) { return chain.substr(chain.rfind('/') + 1); }

Objects objects_of(const Process& process) {
  Objects objects;
  std::map<uint32_t, ObjectTotal*> by_id;
  for (const RawRecord* record : process.file.of(HAGSTONE_RECORD_OBJECT)) {
    const auto& object = record->as<hagstone_object>();
    if (object.kind == HAGSTONE_OBJECT_STATIC) continue;
    const auto chain = process.chains.find(object.context);
    ObjectTotal& total = objects[{object.kind, chain == process.chains.end() ? "" : innermost(chain->second)}];
    total.bytes = object.bytes;
    by_id[object.id] = &total;
  }
  for (const auto& count : process.file.all<hagstone_object_count>(HAGSTONE_RECORD_OBJECT_COUNT))
    if (const auto found = by_id.find(count.object); found != by_id.end()) {
      found->second->loads += count.instances;
      found->second->repeated += count.redundant_instances;
    }
  for (const auto& count : process.file.all<hagstone_object_reuse_count>(HAGSTONE_RECORD_OBJECT_REUSE_COUNT))
    if (const auto found = by_id.find(count.object); found != by_id.end() && count.axis != HAGSTONE_AXIS_STACK)
      found->second->accesses += count.count;
  return objects;
}

class Allocations : public ::testing::TestWithParam<std::string> {
 protected:
  static ObjectTotal block(const std::string& function) {
    static const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_allocations";
    static std::map<std::string, Objects> known;
    if (!known.contains(GetParam())) {
      const EngineRun run = run_below_engine(
          program, {"--measure=spatial-loads,reuse-distance", "--granularities=word", "--reuse-objects=yes", GetParam()});
      EXPECT_EQ(run.outcome.status, 0) << run.outcome;
      known[GetParam()] = objects_of(run.processes.at(0));
    }
    const auto found = known[GetParam()].find({HAGSTONE_OBJECT_HEAP, function});
    return found == known[GetParam()].end() ? ObjectTotal{} : found->second;
  }
};

TEST_P(Allocations, ThatReallocLeavesWhereTheyAreAreItsOwn) {
  EXPECT_EQ(block("small_to_grow"), (ObjectTotal{800, 100, 0, 200}));
  EXPECT_EQ(block("grown"), (ObjectTotal{1600, 200, 0, 400}));
  EXPECT_EQ(block("large_to_shrink").bytes, 1600u);
  EXPECT_EQ(block("shrunk"), (ObjectTotal{804, 101, 0, 202}));
}

// The kernel moves the pages of a mapped block; of another one realloc loads what it moves.
TEST_P(Allocations, ThatReallocMovesAreNewOnes) {
  EXPECT_EQ(block("small_to_move").bytes, 800u);
  EXPECT_GT(block("small_to_move").loads, 100u);
  const ObjectTotal moved = block("moved");
  EXPECT_EQ(moved.bytes, 1600u);
  EXPECT_EQ(moved.loads, 200u);
  EXPECT_EQ(moved.accesses, 400u);
  EXPECT_EQ(block("mapped_to_grow"), (ObjectTotal{1 << 21, 1, 0, 2}));
  EXPECT_EQ(block("mapped_grown"), (ObjectTotal{1 << 22, 3, 0, 6}));
}

TEST_P(Allocations, OfTheOtherAllocatorsAreThoseOfTheirCallers) {
  EXPECT_EQ(block("zeroed").bytes, 800u);
  EXPECT_EQ(block("zeroed").loads, 100u);
  EXPECT_EQ(block("zeroed").repeated, 99u);
  EXPECT_EQ(block("aligned"), (ObjectTotal{768, 96, 0, 192}));
  EXPECT_EQ(block("aligned_for_posix"), (ObjectTotal{800, 100, 0, 200}));
}

INSTANTIATE_TEST_SUITE_P(All, Allocations, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto& each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
