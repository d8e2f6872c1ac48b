// SPDX-License-Identifier: GPL-2.0-or-later
//
// The accesses that an instruction makes, and the kernel's effects on memory.
#include <gtest/gtest.h>
#include <sys/syscall.h>

#include "engine_run.h"

namespace hagstone::exhaustive::testing {
namespace {

class Accesses : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { run_ = new EngineRun(run_below_engine(HAGSTONE_ENGINE_PROGRAMS "/engine_accesses")); }
  static void TearDownTestSuite() { delete run_; }
  static const Process &process() { return run_->processes.at(0); }
  static EngineRun *run_;
};
EngineRun *Accesses::run_;

TEST_F(Accesses, LeaveTheProgramAlone) { EXPECT_EQ(run_->outcome, run({HAGSTONE_ENGINE_PROGRAMS "/engine_accesses"})); }

TEST_F(Accesses, HaveTheKindAndWidthOfEachInstructionForm) {
  const std::vector<std::string> expected = {
      "load bytes 4 x10",  "load bytes 4 x10",  "store bytes 1 x10",                      // mov
      "load bytes 2 x10",  "store bytes 2 x10",                                           // add
      "load bytes 8 x10",  "store bytes 8 x10",                                           // lock add
      "load bytes 4 x10",  "store bytes 4 x10",                                           // lock xadd
      "load bytes 4 x10",  "store bytes 4 x10",                                           // lock cmpxchg
      "load bytes 8 x10",  "store bytes 8 x10",                                           // cmpxchg
      "load bytes 8 x10",  "store bytes 8 x10",                                           // xchg
      "load f32 4 x10",    "store f64 8 x10",   "load f32 16 x10",   "store f64 16 x10",  // SSE
      "load bytes 16 x10", "store f32 16 x10",  "store bytes 8 x10",                      // movdqu, non-temporal
      "load bytes 8 x10",  "store bytes 8 x10", "load bytes 8 x10",  "store bytes 8 x10", // push, pop
      "load f80 10 x10",   "store f80 10 x10",  "load f64 8 x10",    "store f32 4 x10",   // x87
      "load f32 8 x10",                                                                   // cvtps2pd
      "load bytes 4 x10",  "store bytes 4 x10",                                           // bts
      "load bytes 1 x30",  "store bytes 1 x30",                                           // rep movs
      "load bytes 8 x10",                                                                 // ret
  };
  EXPECT_EQ(process().accesses.at("forms"), expected);
}

TEST_F(Accesses, IncludeOnlyTheSetElementsOfMaskedMoves) {
  for (const char *place : {"masked load", "masked store", "gathers load"}) {
    const auto found = process().apart.find(std::string("thread 1/main/") + place);
    ASSERT_NE(found, process().apart.end()) << place;
    EXPECT_EQ(found->second, (AccessTotal{30, 120})) << place;
  }
}

TEST_F(Accesses, HaveTheirSystemCallForALeaf) {
  EXPECT_EQ(process().apart.at("thread 1/main/writes/system call " + std::to_string(SYS_write) + " load"),
            (AccessTotal{1, 5}));
  EXPECT_EQ(process().apart.at("thread 1/main/reads/system call " + std::to_string(SYS_read) + " store"),
            (AccessTotal{1, 5}));
}

// The result of the call says how many bytes it accessed.
TEST_F(Accesses, CoverTheBytesThatASystemCallTook) {
  const auto loads = [](const std::string &function, int number) {
    const auto found =
        process().apart.find("thread 1/main/fills_pipes/" + function + "/system call " + std::to_string(number) + " load");
    return found == process().apart.end() ? AccessTotal{} : found->second;
  };
  constexpr uint64_t room = 65536, list_bytes = 3 * 16;
  EXPECT_EQ(loads("writes_part", SYS_write), (AccessTotal{1, room}));
  EXPECT_EQ(loads("writes_nothing", SYS_write), AccessTotal{});
  EXPECT_EQ(loads("writes_pieces", SYS_writev), (AccessTotal{3, list_bytes + room}));
}

TEST_F(Accesses, AreSummedUpInTheStatistics) {
  uint64_t loads = 0;
  for (const auto &[what, total] : process().apart)
    if (what.ends_with(" load") && what.find("system call") == std::string::npos) loads += total.instances;
  std::map<uint32_t, const RawRecord *> blocks;
  for (const RawRecord *record : process().file.of(HAGSTONE_RECORD_BLOCK)) blocks[record->as<hagstone_block>().id] = record;
  for (const auto &count : process().file.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) {
    const RawRecord &record = *blocks.at(count.block);
    const auto &block = record.as<hagstone_block>();
    const auto *accesses =
        reinterpret_cast<const hagstone_block_access *>(reinterpret_cast<const char *>(record.words.data()) + sizeof block);
    for (uint32_t i = 0; i < block.access_count; i++) loads += accesses[i].kind == HAGSTONE_ACCESS_LOAD ? count.count : 0;
  }
  EXPECT_EQ(process().statistic(HAGSTONE_STATISTIC_loads), loads);
}

}  // namespace
}  // namespace hagstone::exhaustive::testing
