// SPDX-License-Identifier: GPL-2.0-or-later
// Scopes of the loop nests of LOADSPY 4C and of calls, by the times at which loop headers were passed.
#include "scope.h"

#include <gtest/gtest.h>

#include "clock.h"
#include "common/raw_format.h"
#include "fake_engine.h"
#include "exhaustive/scope/fake_program_code.h"
#include "loop_times.h"

namespace {

using hagstone::exhaustive::testing::FakeEngine;
using hagstone::exhaustive::testing::FakeProgramCode;

// main at 0x100: loop 1 from 0x110 to 0x190, in it loop 2 from 0x130 to 0x150. callee at 0x200: loop 3 from 0x210 to 0x220.
constexpr char loops[] =
    "hagstone-loops 1\n"
    "module - /program\n"
    "loop 110 -\n"
    "loop 130 0\n"
    "loop 210 -\n"
    "code 110 130 0\n"
    "code 130 150 1\n"
    "code 150 190 0\n"
    "code 210 220 2\n";

class Scope : public ::testing::Test {
 protected:
  Scope() { hagstone_forget_scopes(); }

  void pass(uint32_t loop, hagstone_calling_context context) {
    uint64_t *time = hagstone_loop_time(context, loop);
    hagstone_passes[++hagstone_clock % HAGSTONE_PASSES_KEPT] = {time, *time};
    *time = hagstone_clock;
  }
  hagstone_place load_at(uint64_t offset, hagstone_calling_context context, uint32_t module = 1) {
    return hagstone_place_of(context, engine.add_site(HAGSTONE_LOAD, 8, 0, offset, module).id);
  }
  hagstone_calling_context call_at(uint64_t offset, hagstone_calling_context caller, uint32_t module = 1) {
    const hagstone_calling_context callee = engine.add_context(caller);
    code.call_sites[callee] = {module, offset};
    return callee;
  }
  const hagstone_scope &between(hagstone_place watch, uint64_t time, hagstone_place trap) {
    const uint32_t id = hagstone_scope_between(watch, time, trap);
    for (const auto &record : engine.log)
      if (record.type == HAGSTONE_RECORD_SCOPE && record.as<hagstone_scope>().id == id) return record.as<hagstone_scope>();
    throw std::logic_error("no such scope");
  }
  void expect_loop(const hagstone_scope &scope, uint64_t header, hagstone_calling_context context) {
    EXPECT_EQ(scope.kind, HAGSTONE_SCOPE_LOOP);
    EXPECT_EQ(scope.offset, header);
    EXPECT_EQ(scope.module, 1u);
    EXPECT_EQ(scope.context, hagstone_context_record(context));
  }

  FakeEngine engine;
  FakeProgramCode code{loops};
  hagstone_calling_context main = engine.add_context();
};

TEST_F(Scope, IsTheInnerLoopInListing10) {
  const hagstone_place load = load_at(0x140, main);
  pass(1, main);
  pass(2, main);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  expect_loop(between(load, watch_time, load), 0x130, main);
}

TEST_F(Scope, IsTheOuterLoopInListing11) {
  const hagstone_place load = load_at(0x140, main);
  pass(1, main);
  pass(2, main);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  pass(1, main);
  pass(2, main);
  expect_loop(between(load, watch_time, load), 0x110, main);
}

TEST_F(Scope, SameIterationIsTheFunction) {
  const hagstone_place one = load_at(0x140, main), other = load_at(0x144, main);
  pass(1, main);
  pass(2, main);
  const hagstone_scope &scope = between(one, hagstone_clock, other);
  EXPECT_EQ(scope.kind, HAGSTONE_SCOPE_FUNCTION);
  EXPECT_EQ(scope.context, hagstone_context_record(main));
  EXPECT_EQ(scope.offset, 0x144u);
}

TEST_F(Scope, OnlyCommonLoopsCount) {
  const hagstone_place outer = load_at(0x160, main), inner = load_at(0x140, main);
  pass(1, main);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  EXPECT_EQ(between(outer, watch_time, inner).kind, HAGSTONE_SCOPE_FUNCTION);
  pass(1, main);
  pass(2, main);
  expect_loop(between(outer, watch_time, inner), 0x110, main);
}

TEST_F(Scope, MayBeTheLoopAroundACall) {
  const hagstone_calling_context callee = call_at(0x140, main);
  const hagstone_place load = load_at(0x214, callee);
  pass(1, main);
  pass(2, main);
  pass(3, callee);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  pass(3, callee);
  expect_loop(between(load, watch_time, load), 0x130, main);
}

TEST_F(Scope, DifferentCallsMeetInTheirCaller) {
  const hagstone_calling_context one = call_at(0x140, main), other = call_at(0x144, main), deep = call_at(0x215, other);
  const hagstone_place early = load_at(0x214, one), late = load_at(0x205, deep);
  pass(1, main);
  pass(2, main);
  const hagstone_scope &function = between(early, hagstone_clock, late);
  EXPECT_EQ(function.kind, HAGSTONE_SCOPE_FUNCTION);
  EXPECT_EQ(function.context, hagstone_context_record(main));
  EXPECT_EQ(function.offset, 0x144u);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  pass(3, other);
  expect_loop(between(early, watch_time, late), 0x130, main);
}

TEST_F(Scope, AnotherContextsPassesDoNotCount) {
  const hagstone_calling_context one = call_at(0x104, main), other = call_at(0x108, main);
  const hagstone_place load = load_at(0x214, one);
  pass(3, one);
  const uint64_t watch_time = hagstone_clock;
  pass(3, other);
  EXPECT_EQ(between(load, watch_time, load).kind, HAGSTONE_SCOPE_FUNCTION);
}

TEST_F(Scope, NamesNoFunctionWithoutTheLoopsOfItsModule) {
  constexpr uint32_t plugin = 2;
  const hagstone_calling_context callee = call_at(0x140, main);
  const hagstone_place load = load_at(0x10, callee, plugin), other = load_at(0x20, callee, plugin);
  pass(1, main);
  pass(2, main);
  const uint64_t watch_time = hagstone_clock;
  EXPECT_EQ(hagstone_scope_between(load, watch_time, other), 0u);
  // A loop around the call iterated, whatever loops the plugin has.
  pass(2, main);
  expect_loop(between(load, watch_time, other), 0x130, main);
  // They meet in the program itself, where all loops are known.
  const hagstone_calling_context again = call_at(0x144, main);
  EXPECT_EQ(between(load, hagstone_clock, load_at(0x20, again, plugin)).kind, HAGSTONE_SCOPE_FUNCTION);
  // The plugin's callee has known loops, and is within those of the plugin.
  const hagstone_calling_context back = call_at(0x30, callee, plugin);
  EXPECT_EQ(hagstone_scope_between(load_at(0x204, back), hagstone_clock, load_at(0x208, back)), 0u);
}

TEST_F(Scope, CreatorsLoopsAreAnotherThreads) {
  const hagstone_calling_context root = engine.add_context(main, 2);
  code.call_sites[root] = {1, 0x140};
  const hagstone_place load = load_at(0x214, root);
  pass(3, root);
  const uint64_t watch_time = hagstone_clock;
  pass(1, main);
  const hagstone_scope &scope = between(load, watch_time, load);
  EXPECT_EQ(scope.kind, HAGSTONE_SCOPE_FUNCTION);
  EXPECT_EQ(scope.context, hagstone_context_record(root));
}

TEST_F(Scope, IsToldLaterAsItWas) {
  const hagstone_place load = load_at(0x140, main);
  pass(1, main);
  pass(2, main);
  const uint64_t watch_time = hagstone_clock;
  pass(2, main);
  const uint64_t trap_time = hagstone_clock;
  pass(1, main);
  pass(2, main);
  pass(2, main);
  const uint32_t early = hagstone_scope_between_times(load, watch_time, load, trap_time);
  EXPECT_NE(hagstone_scope_between(load, watch_time, load), early);
  EXPECT_EQ(hagstone_scope_between(load, hagstone_clock - 1, load), early);
  EXPECT_EQ(engine.log[early - 1].as<hagstone_scope>().offset, 0x130u);
}

TEST_F(Scope, RecordsEachScopeOnce) {
  const hagstone_place load = load_at(0x140, main);
  pass(2, main);
  const uint32_t id = hagstone_scope_between(load, hagstone_clock - 1, load);
  EXPECT_EQ(hagstone_scope_between(load, hagstone_clock - 1, load), id);
  EXPECT_EQ(engine.log.size(), 1u);
  engine.full = true;
  EXPECT_EQ(hagstone_scope_between(load, hagstone_clock, load), 0u);
}

}  // namespace
