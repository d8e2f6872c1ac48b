// SPDX-License-Identifier: MIT
// Decisions of single walks through the code of testing/snippets.S.
#include "walk.h"

#include <gtest/gtest.h>

#include "code/emulation/flags.h"
#include "code/testing/own_modules.h"
#include "code/testing/single_stepper.h"

extern "C" const char snippet_store_after_branch[], snippet_store_after_branch_done[], snippet_unknown_branch[],
    snippet_unknown_branch_jump[], snippet_unknown_branch_done[], snippet_unknown_branch_taken[], snippet_barren_loop[],
    snippet_barren_loop_jump[], snippet_unknown_address[], snippet_unknown_address_load[], snippet_unknown_address_store[],
    snippet_known_loop[], snippet_known_loop_store[], snippet_system_call[], snippet_thread_local[], snippet_gather[],
    snippet_modify[], snippet_modify_add[], snippet_loads_only[], snippet_loads_only_jump[], snippet_two_calls[],
    snippet_two_calls_second[], snippet_two_calls_done[], snippet_load_then_store[], snippet_load_then_store_done[],
    snippet_other_stack[], snippet_popped_call[], snippet_changed_return[];

namespace hagstone {
namespace {

uint64_t code_address(const char *place) { return reinterpret_cast<uint64_t>(place); }

class WalkTest : public ::testing::Test {
 protected:
  WalkTest() {
    registers_.general[register_rsp] = reinterpret_cast<uint64_t>(stack_ + 4);
    registers_.general[register_rsi] = cells;
    registers_.flags = 0x202;
  }

  WalkStep begin(const char *place, WantedAccess wanted, unsigned skip = 0, unsigned budget = 8) {
    walk_.begin(wanted, trapping_, skip, budget, finds_callers_);
    return advance(place);
  }
  WalkStep advance(const char *place) {
    registers_.instruction = code_address(place);
    return walk_.advance(registers_, testing::own_modules(), testing::own_memory());
  }
  // The stack pointer `words` higher than at the start.
  WalkStep advance_on_stack(const char *place, int words) {
    registers_.general[register_rsp] = reinterpret_cast<uint64_t>(stack_ + 4 + words);
    return advance(place);
  }

  static constexpr uint64_t cells = 0x7000;
  uint64_t stack_[8] = {};
  Registers registers_ = {};
  WantedAccess trapping_ = WantedAccess::both;
  bool finds_callers_ = false;
  Walk walk_;
};

TEST_F(WalkTest, DecidesABranchAndForeseesTheStore) {
  registers_.general[register_rdi] = 3;
  const WalkStep step = begin(snippet_store_after_branch, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(walk_.stops(), 0u);
  EXPECT_EQ(walk_.stops_avoided(), 1u);
  EXPECT_EQ(step.access.address, cells + 8);
  EXPECT_EQ(step.access.length, 4u);
  EXPECT_TRUE(step.access.store);
  EXPECT_TRUE(step.access.pending);
  EXPECT_EQ(step.access.next, code_address(snippet_store_after_branch_done));
  EXPECT_TRUE(step.access.in_same_frame);
  EXPECT_FALSE(walk_.active());
}

// The callers of the access are not those of the place where the walk began.
TEST_F(WalkTest, StopsBehindAStoreOfACallee) {
  WalkStep step = begin(snippet_two_calls, WantedAccess::stores, 1);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(step.stop, code_address(snippet_two_calls_done));
  step = advance_on_stack(snippet_two_calls_done, -1);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(step.access.address, cells);
  EXPECT_FALSE(step.access.pending);
}

// The same function, called again from another place.
TEST_F(WalkTest, KnowsThatTheFrameOfTheInterruptHasEnded) {
  stack_[4] = code_address(snippet_two_calls_second);
  const WalkStep step = begin(snippet_two_calls_done, WantedAccess::stores, 1, 0);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(step.access.address, cells);
  EXPECT_TRUE(step.access.pending);
  EXPECT_FALSE(step.access.in_same_frame);
}

TEST_F(WalkTest, ForeseesAStoreOfACallee) {
  finds_callers_ = true;
  const WalkStep step = begin(snippet_two_calls, WantedAccess::stores, 1);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_TRUE(step.access.pending);
  EXPECT_FALSE(step.access.in_same_frame);
  EXPECT_EQ(step.access.next_stack_pointer, reinterpret_cast<uint64_t>(stack_ + 3));
  const FramePath &path = walk_.frames();
  EXPECT_TRUE(path.known);
  EXPECT_EQ(path.return_count, 0u);
  ASSERT_EQ(path.call_count, 1u);
  EXPECT_EQ(path.calls[0].instruction, code_address(snippet_two_calls_second));
  EXPECT_EQ(path.calls[0].stack_pointer, reinterpret_cast<uint64_t>(stack_ + 4));
}

// The same instruction may run in another frame first: a recursion, a signal handler.
TEST_F(WalkTest, TellsWhetherAForeseenStoreIsMade) {
  finds_callers_ = true;
  const SampledAccess access = begin(snippet_two_calls, WantedAccess::stores, 1).access;
  EXPECT_FALSE(access.is_just_made(registers_));
  registers_.instruction = code_address(snippet_two_calls_done);
  EXPECT_FALSE(access.is_just_made(registers_));
  registers_.general[register_rsp] -= 8;
  EXPECT_TRUE(access.is_just_made(registers_));
  registers_.instruction = code_address(snippet_two_calls_second);
  EXPECT_FALSE(access.is_just_made(registers_));
}

TEST_F(WalkTest, ForeseesAStoreBehindAReturn) {
  finds_callers_ = true;
  stack_[4] = code_address(snippet_two_calls_second);
  const WalkStep step = begin(snippet_two_calls_done, WantedAccess::stores, 1);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  const FramePath &path = walk_.frames();
  EXPECT_TRUE(path.known);
  ASSERT_EQ(path.return_count, 1u);
  EXPECT_EQ(path.returns[0].instruction, code_address(snippet_two_calls_second));
  EXPECT_EQ(path.returns[0].stack_pointer, reinterpret_cast<uint64_t>(stack_ + 5));
  EXPECT_EQ(path.call_count, 1u);
}

// Neither a call nor a return tells which frame it is in then.
TEST_F(WalkTest, DoesNotKnowTheFrameBehindAJumpToAnotherStack) {
  finds_callers_ = true;
  registers_.general[register_rdi] = reinterpret_cast<uint64_t>(stack_ + 2);
  registers_.general[register_rax] = code_address(snippet_two_calls);
  begin(snippet_other_stack, WantedAccess::stores, 1);
  EXPECT_FALSE(walk_.frames().known);
}

// A function may take the return address that a call pushed as data, and not return to it.
TEST_F(WalkTest, DoesNotTakeAPoppedCallForAFrame) {
  finds_callers_ = true;
  begin(snippet_popped_call, WantedAccess::stores, 1);
  EXPECT_FALSE(walk_.frames().known);
}

// An indirect jump as compilers make it against speculation.
TEST_F(WalkTest, DoesNotTakeAReturnToElsewhereForTheEndOfACall) {
  finds_callers_ = true;
  registers_.general[register_rax] = code_address(snippet_load_then_store);
  begin(snippet_changed_return, WantedAccess::stores, 2);
  EXPECT_FALSE(walk_.frames().known);
}

TEST_F(WalkTest, StopsAtABranchThatItCannotDecide) {
  WalkStep step = begin(snippet_unknown_branch, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(step.stop, code_address(snippet_unknown_branch_jump));
  registers_.flags |= flag_zero;
  step = advance(snippet_unknown_branch_jump);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(step.access.address, cells + 16);
  EXPECT_EQ(step.access.next, code_address(snippet_unknown_branch_taken));
  EXPECT_EQ(walk_.stops(), 1u);
}

TEST_F(WalkTest, SkipsAccesses) {
  WalkStep step = begin(snippet_unknown_branch, WantedAccess::stores, 1);
  ASSERT_EQ(step.stop, code_address(snippet_unknown_branch_jump));
  registers_.flags &= ~flag_zero;
  step = advance(snippet_unknown_branch_jump);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(step.access.next, code_address(snippet_unknown_branch_taken));
}

TEST_F(WalkTest, StopsBeforeALoadThatOverwritesItsAddress) {
  WalkStep step = begin(snippet_unknown_address, WantedAccess::loads);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(step.stop, code_address(snippet_unknown_address_load));
  registers_.general[register_rax] = 5;
  step = advance(snippet_unknown_address_load);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_EQ(step.access.next, code_address(snippet_unknown_address_store));
  EXPECT_EQ(step.access.address, cells + 5 * 8);
  EXPECT_TRUE(step.access.load);
}

TEST_F(WalkTest, ForeseesAStoreInsideALoopThatItFollows) {
  const WalkStep step = begin(snippet_known_loop, WantedAccess::stores, 3);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_TRUE(step.access.pending);
  EXPECT_EQ(step.access.instruction, code_address(snippet_known_loop_store));
  EXPECT_EQ(step.access.address, cells + 3 * 4);
  EXPECT_EQ(walk_.stops(), 0u);
}

TEST_F(WalkTest, ForeseesAStoreBehindALoadWhereOnlyStoresTrap) {
  WalkStep step = begin(snippet_load_then_store, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(step.stop, code_address(snippet_load_then_store_done));
  trapping_ = WantedAccess::stores;
  step = begin(snippet_load_then_store, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_TRUE(step.access.pending);
  EXPECT_EQ(step.access.next, code_address(snippet_load_then_store_done));
}

// The value that a read-modify-write loads must be read before it runs, though a stop after it would be exact.
TEST_F(WalkTest, SamplesTheLoadOfAModificationBeforeItRuns) {
  WalkStep step = begin(snippet_modify, WantedAccess::loads);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(step.stop, code_address(snippet_modify_add));
  registers_.general[register_rax] = 5;
  step = advance(snippet_modify_add);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_TRUE(step.access.pending);
  EXPECT_TRUE(step.access.load);
  EXPECT_EQ(step.access.address, cells + 5 * 4);
  step = begin(snippet_modify_add, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::sampled);
  EXPECT_TRUE(step.access.store);
}

TEST_F(WalkTest, LearnsABarrenLoop) {
  for (unsigned walk = 0; walk < 2; walk++) {
    WalkStep step = begin(snippet_barren_loop, WantedAccess::stores, 0, 3);
    registers_.flags &= ~flag_zero;
    while (step.verdict == WalkVerdict::stop_at) {
      EXPECT_EQ(step.stop, code_address(snippet_barren_loop_jump));
      step = advance(snippet_barren_loop_jump);
    }
    EXPECT_EQ(step.cause, HAGSTONE_STATISTIC_dropped_stop_budget);
    EXPECT_EQ(walk_.stops(), 3u);
  }
  const WalkStep step = begin(snippet_barren_loop, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::given_up);
  EXPECT_EQ(step.cause, HAGSTONE_STATISTIC_dropped_barren);
  EXPECT_EQ(walk_.stops(), 0u);
}

// A loop without stores may be full of loads.
TEST_F(WalkTest, LearnsForEachKindOfAccess) {
  for (unsigned walk = 0; walk < 3; walk++) {
    WalkStep step = begin(snippet_loads_only, WantedAccess::stores, 0, 3);
    while (step.verdict == WalkVerdict::stop_at) step = advance(snippet_loads_only_jump);
    EXPECT_EQ(step.cause, walk < 2 ? HAGSTONE_STATISTIC_dropped_stop_budget : HAGSTONE_STATISTIC_dropped_barren);
  }
  for (WantedAccess wanted : {WantedAccess::loads, WantedAccess::both})
    EXPECT_NE(begin(snippet_loads_only, wanted).verdict, WalkVerdict::given_up);
}

TEST_F(WalkTest, GivesUpWithItsCause) {
  const auto cause = [&](const char *place, WantedAccess wanted) {
    const WalkStep step = begin(place, wanted);
    EXPECT_EQ(step.verdict, WalkVerdict::given_up);
    EXPECT_FALSE(walk_.active());
    return step.cause;
  };
  EXPECT_EQ(cause(snippet_system_call, WantedAccess::stores), HAGSTONE_STATISTIC_dropped_system_call);
  EXPECT_EQ(cause(snippet_thread_local, WantedAccess::loads), HAGSTONE_STATISTIC_dropped_address_forbidden);
  EXPECT_EQ(cause(snippet_gather, WantedAccess::loads), HAGSTONE_STATISTIC_dropped_address_unsupported);
  EXPECT_EQ(cause(reinterpret_cast<const char *>(stack_), WantedAccess::both), HAGSTONE_STATISTIC_dropped_code_unreadable);
  registers_.general[register_rsp] = 0x10;
  EXPECT_EQ(cause(snippet_store_after_branch_done, WantedAccess::stores), HAGSTONE_STATISTIC_dropped_address_unreadable);
}

TEST_F(WalkTest, NoticesThatItLostTheThread) {
  const WalkStep step = begin(snippet_unknown_branch, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  EXPECT_EQ(advance(snippet_known_loop).cause, HAGSTONE_STATISTIC_dropped_walk_lost);
}

// A signal handler that runs the same code meets the breakpoint first.
TEST_F(WalkTest, NoticesAStopOnAnotherStack) {
  const WalkStep step = begin(snippet_unknown_branch, WantedAccess::stores);
  ASSERT_EQ(step.verdict, WalkVerdict::stop_at);
  registers_.general[register_rsp] -= 16;
  EXPECT_EQ(advance(snippet_unknown_branch_jump).cause, HAGSTONE_STATISTIC_dropped_walk_lost);
}

}  // namespace
}  // namespace hagstone
