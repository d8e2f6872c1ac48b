// SPDX-License-Identifier: GPL-2.0-or-later
//
// Scopes of store pairs (metrics.md section 5): with --scope=always pairs of different scopes are different pairs.
#include <gtest/gtest.h>

#include <array>

#include "exhaustive/options.h"
#include "exhaustive/scope/clock.h"
#include "exhaustive/scope/fake_program_code.h"
#include "exhaustive/scope/loop_times.h"
#include "program.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint32_t scoped_dead = HAGSTONE_TOOL_DEAD_STORES, scoped_silent = HAGSTONE_TOOL_SILENT_STORES;

// Everything is in a loop from 0x110 and in another one in it from 0x130.
constexpr char loops[] =
    "hagstone-loops 1\n"
    "module - /program\n"
    "loop 110 -\n"
    "loop 130 0\n"
    "code 130 190 1\n";

struct OptionsGuard {
  explicit OptionsGuard(hagstone_scope_option scope) { hagstone_options.scope = scope; }
  ~OptionsGuard() { hagstone_options.scope = HAGSTONE_SCOPE_NONE; }
};

class StoreScopes : public ::testing::TestWithParam<bool> {
 protected:
  StoreScopes() { program.through_code = GetParam(); }

  Program::Place store_at(uint64_t offset, uint32_t bytes, uint32_t thread = 1) {
    return {thread == 1 ? main : other, &program.engine.add_site(HAGSTONE_STORE, bytes, 0, offset), thread};
  }
  void pass(uint32_t loop) { *hagstone_loop_time(main, loop) = ++hagstone_clock; }
  // Bytes of the pairs of the tool in the loop of this header; 0: in no loop.
  uint64_t bytes_in(uint32_t tool, uint64_t header) {
    hagstone_stores.refresh();
    uint64_t bytes = 0;
    for (const hagstone_exact_pair &pair : program.engine.all_pairs())
      if (pair.tool == tool && header_of(pair.scope) == header) bytes += pair.bytes + pair.interleaved_bytes;
    return bytes;
  }
  uint64_t header_of(uint32_t scope) {
    for (const auto &record : program.engine.log)
      if (record.type == HAGSTONE_RECORD_SCOPE && record.as<hagstone_scope>().id == scope)
        return record.as<hagstone_scope>().kind == HAGSTONE_SCOPE_LOOP ? record.as<hagstone_scope>().offset : 0;
    throw std::logic_error("a pair without a scope");
  }

  OptionsGuard options{HAGSTONE_SCOPE_ALWAYS};
  FakeProgramCode code{loops};
  Program program;
  hagstone_calling_context main = program.engine.add_context(0, 1), other = program.engine.add_context(0, 2);
};

TEST_P(StoreScopes, EachInstanceBelongsToTheLoopThatWentRound) {
  const auto store = store_at(0x140, 8);
  pass(1);
  pass(2);
  program.store(store, 0, uint64_t{1});
  pass(2);
  program.store(store, 0, uint64_t{1});
  pass(2);
  program.store(store, 0, uint64_t{1});
  pass(1);
  pass(2);
  program.store(store, 0, uint64_t{1});
  EXPECT_EQ(program.engine.pairs.size(), 0u);
  EXPECT_EQ(bytes_in(scoped_dead, 0x130), 16u);
  EXPECT_EQ(bytes_in(scoped_dead, 0x110), 8u);
  EXPECT_EQ(bytes_in(scoped_silent, 0x130), 16u);
  EXPECT_EQ(bytes_in(scoped_silent, 0x110), 8u);
  EXPECT_EQ(program.engine.pairs.size(), 4u);
}

TEST_P(StoreScopes, EachByteHasItsOwnTime) {
  const auto byte = store_at(0x140, 1), wide = store_at(0x150, 16);
  pass(1);
  program.store(byte, 0, uint8_t{1});
  program.store(byte, 9, uint8_t{1});
  pass(2);
  program.store(byte, 1, uint8_t{1});
  program.store(wide, 0, std::array<uint64_t, 2>{});
  EXPECT_EQ(bytes_in(scoped_dead, 0x130), 2u);
  EXPECT_EQ(bytes_in(scoped_dead, 0), 1u);
}

TEST_P(StoreScopes, OtherThreadsStoresLeaveTheTimeAlone) {
  hagstone_stores.several_threads();
  const auto own = store_at(0x140, 4), others = store_at(0x144, 4, 2);
  pass(2);
  program.store(own, 0, uint32_t{1});
  pass(2);
  program.store(others, 0, uint32_t{2});
  program.store(own, 0, uint32_t{3});
  EXPECT_EQ(bytes_in(scoped_dead, 0x130), 4u);
  EXPECT_EQ(bytes_in(scoped_dead, 0), 0u);
}

INSTANTIATE_TEST_SUITE_P(Told, StoreScopes, ::testing::Bool(),
                         [](const auto &told) { return told.param ? "AsCode" : "AsEvents"; });

}  // namespace
}  // namespace hagstone::exhaustive::testing
