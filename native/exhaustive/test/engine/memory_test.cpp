// SPDX-License-Identifier: GPL-2.0-or-later
//
// The data objects that a program's allocations and mappings are.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

// Sums over all blocks or mappings that one function allocated.
struct ObjectTotal {
  uint64_t bytes;  // of the first one
  uint64_t loads;
  uint64_t repeated;  // loads of the value loaded before
  uint64_t accesses;  // of aligned words, each word of an access for itself
  uint64_t first;     // of them: first accesses to their word
  bool operator==(const ObjectTotal &) const = default;
};

std::ostream &operator<<(std::ostream &stream, const ObjectTotal &total) {
  return stream << "bytes " << total.bytes << ", loads " << total.loads << ", repeated " << total.repeated << ", accesses "
                << total.accesses << ", first " << total.first;
}

// By kind (enum hagstone_object_kind) and the innermost function of the program that allocated it.
using Objects = std::map<std::pair<uint32_t, std::string>, ObjectTotal>;

std::string innermost_of(const std::string &chain) { return chain.substr(chain.rfind('/') + 1); }

Objects objects_of(const Process &process) {
  Objects objects;
  std::map<uint32_t, ObjectTotal *> by_id;
  for (const RawRecord *record : process.file.of(HAGSTONE_RECORD_OBJECT)) {
    const auto &object = record->as<hagstone_object>();
    if (object.kind == HAGSTONE_OBJECT_STATIC) continue;
    const auto chain = process.chains.find(object.context);
    ObjectTotal &total = objects[{object.kind, chain == process.chains.end() ? "" : innermost_of(chain->second)}];
    total.bytes = object.bytes;
    by_id[object.id] = &total;
  }
  for (const auto &count : process.file.all<hagstone_object_count>(HAGSTONE_RECORD_OBJECT_COUNT))
    if (const auto found = by_id.find(count.object); found != by_id.end()) {
      found->second->loads += count.instances;
      found->second->repeated += count.redundant_instances;
    }
  for (const auto &count : process.file.all<hagstone_object_reuse_count>(HAGSTONE_RECORD_OBJECT_REUSE_COUNT))
    if (const auto found = by_id.find(count.object); found != by_id.end() && count.axis != HAGSTONE_AXIS_STACK) {
      found->second->accesses += count.count;
      if (count.axis == HAGSTONE_AXIS_FIRST) found->second->first += count.count;
    }
  return objects;
}

class Allocations : public ::testing::TestWithParam<std::string> {
 protected:
  static ObjectTotal block(const std::string &function) {
    static const std::string program = HAGSTONE_ENGINE_PROGRAMS "/engine_allocations";
    static std::map<std::string, Objects> known;
    if (!known.contains(GetParam())) {
      const EngineRun run = run_below_engine(
          program, {"--measure=spatial-loads,reuse-distance", "--granularities=word", "--reuse-objects=yes", GetParam()});
      EXPECT_EQ(run.outcome.status, 0) << run.outcome;
      known[GetParam()] = objects_of(run.processes.at(0));
    }
    const auto found = known[GetParam()].find({HAGSTONE_OBJECT_HEAP, function});
    ObjectTotal total = found == known[GetParam()].end() ? ObjectTotal{} : found->second;
    total.first = 0;  // the allocator itself may have written there before
    return total;
  }
};

TEST_P(Allocations, BelongToReallocWhereItLeavesThemInPlace) {
  EXPECT_EQ(block("small_to_grow"), (ObjectTotal{800, 100, 0, 200, 0}));
  EXPECT_EQ(block("grown"), (ObjectTotal{1600, 200, 0, 400, 0}));
  EXPECT_EQ(block("large_to_shrink").bytes, 1600u);
  EXPECT_EQ(block("shrunk"), (ObjectTotal{804, 101, 0, 202, 0}));
}

// The kernel moves the pages of a mapped block; realloc copies any other block, and so loads its bytes.
TEST_P(Allocations, AreNewWhereReallocMovesThem) {
  EXPECT_EQ(block("small_to_move").bytes, 800u);
  EXPECT_GT(block("small_to_move").loads, 100u);
  const ObjectTotal moved = block("moved");
  EXPECT_EQ(moved.bytes, 1600u);
  EXPECT_EQ(moved.loads, 200u);
  EXPECT_EQ(moved.accesses, 400u);
  EXPECT_EQ(block("mapped_to_grow"), (ObjectTotal{1 << 21, 1, 0, 2, 0}));
  EXPECT_EQ(block("mapped_grown"), (ObjectTotal{1 << 22, 3, 0, 6, 0}));
}

TEST_P(Allocations, BelongToTheCallersOfTheOtherAllocators) {
  EXPECT_EQ(block("zeroed").bytes, 800u);
  EXPECT_EQ(block("zeroed").loads, 100u);
  EXPECT_EQ(block("zeroed").repeated, 99u);
  EXPECT_EQ(block("aligned"), (ObjectTotal{768, 96, 0, 192, 0}));
  EXPECT_EQ(block("aligned_for_posix"), (ObjectTotal{800, 100, 0, 200, 0}));
}

INSTANTIATE_TEST_SUITE_P(All, Allocations, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

// Their memory is that of the program's own allocator, which is in no block of another.
class OwnOperators : public ::testing::TestWithParam<std::string> {};

TEST_P(OwnOperators, BeginAndEndBlocks) {
  const EngineRun run = run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_own_new",
                                         {"--measure=dead-stores,silent-stores,spatial-loads", GetParam()});
  ASSERT_EQ(run.outcome.status, 0) << run.outcome;
  const Process &process = run.processes.at(0);
  for (const auto &pair : process.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR))
    EXPECT_NE(innermost_of(process.chains.at(pair.watch)), "stores") << innermost_of(process.chains.at(pair.trap));
  std::map<uint32_t, uint64_t> freed;
  for (const auto &without : process.file.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR))
    if (innermost_of(process.chains.at(without.context)) == "stores") freed[without.tool] += without.freed;
  EXPECT_EQ(freed, (std::map<uint32_t, uint64_t>{{HAGSTONE_TOOL_DEAD_STORES, 160}, {HAGSTONE_TOOL_SILENT_STORES, 160}}));
}

INSTANTIATE_TEST_SUITE_P(All, OwnOperators, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

class Remapped : public ::testing::TestWithParam<std::string> {
 protected:
  static Process run(const std::vector<std::string> &options) {
    std::vector<std::string> all = options;
    all.push_back(GetParam());
    EngineRun run = run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_remapped", all);
    EXPECT_EQ(run.outcome.status, 0) << run.outcome;
    return std::move(run.processes.at(0));
  }
};

// A mapping that grew in place continues, with its past; one that moved begins with none.
TEST_P(Remapped, MappingsStayOneObject) {
  const Process process = run({"--measure=spatial-loads,reuse-distance", "--granularities=word", "--reuse-objects=yes"});
  Objects objects;
  for (const auto &[what, total] : objects_of(process))
    if (what.first == HAGSTONE_OBJECT_MAPPED && what.second != "thread 1" /* the dynamic linker's */) objects[what] = total;
  const Objects expected = {
      {{HAGSTONE_OBJECT_MAPPED, "grows"}, {8 * 4096, 10, 9, 12, 10}},
      {{HAGSTONE_OBJECT_MAPPED, "moves"}, {2 * 4096, 4, 2, 6, 6}},
      {{HAGSTONE_OBJECT_MAPPED, "moves_and_grows"}, {2 * 4096, 2002, 2000, 2004, 2004}},
      {{HAGSTONE_OBJECT_MAPPED, "is_emptied"}, {2 * 4096, 2, 1, 4, 4}},
      {{HAGSTONE_OBJECT_MAPPED, "is_let_go"}, {2 * 4096, 2, 1, 4, 4}},
      {{HAGSTONE_OBJECT_MAPPED, "is_shared"}, {2 * 4096, 2, 1, 4, 2}},
  };
  EXPECT_EQ(objects, expected);
}

// Seven pieces of memory: two stay, two move, two are freed, and the data segment shrinks and grows again.
TEST_P(Remapped, MemoryStartsAfreshUnlessItStays) {
  const Process process = run({"--measure=dead-stores,silent-stores,redundant-loads"});
  std::map<std::tuple<uint32_t, std::string, std::string>, uint64_t> bytes;
  for (const auto &pair : process.file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string earlier = innermost_of(process.chains.at(pair.watch)),
                      later = innermost_of(process.chains.at(pair.trap));
    if (earlier.ends_with("_before") || later.ends_with("_after")) bytes[{pair.tool, earlier, later}] += pair.bytes;
  }
  for (const auto &without : process.file.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR)) {
    const std::string access = innermost_of(process.chains.at(without.context));
    if (access.ends_with("_before")) bytes[{without.tool, access, "freed"}] += without.freed;
  }
  const std::map<std::tuple<uint32_t, std::string, std::string>, uint64_t> expected = {
      {{HAGSTONE_TOOL_DEAD_STORES, "stores_before", "stores_after"}, 16},
      {{HAGSTONE_TOOL_DEAD_STORES, "stores_before", "freed"}, 40},
      {{HAGSTONE_TOOL_SILENT_STORES, "stores_before", "stores_after"}, 16},
      {{HAGSTONE_TOOL_SILENT_STORES, "stores_before", "freed"}, 40},
      {{HAGSTONE_TOOL_REDUNDANT_LOADS, "loads_before", "loads_after"}, 16},
      {{HAGSTONE_TOOL_REDUNDANT_LOADS, "loads_before", "freed"}, 40},
  };
  EXPECT_EQ(bytes, expected);
}

INSTANTIATE_TEST_SUITE_P(All, Remapped, ::testing::Values("--generic=no", "--generic=yes"),
                         [](const auto &each) { return each.param == "--generic=yes" ? "Generic" : "Fast"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
