// SPDX-License-Identifier: MIT
// Single traps in the code of testing/snippets.S.
#include "code/precise_instruction.h"

#include <gtest/gtest.h>

#include "code/emulation/flags.h"
#include "code/testing/own_modules.h"
#include "code/testing/single_stepper.h"

extern "C" const char snippet_store_and_fill_store[], snippet_store_and_fill_repeat[], snippet_data_in_code_done[],
    snippet_pointer_chase[], snippet_pointer_chase_done[], snippet_end_in_call[], snippet_end_in_call_call[],
    snippet_behind_call[];

namespace hagstone {
namespace {

uint64_t address(const char *place) { return reinterpret_cast<uint64_t>(place); }

class PreciseInstruction : public ::testing::Test {
 protected:
  PreciseInstruction() {
    registers_.general[register_rsp] = reinterpret_cast<uint64_t>(stack_ + 4);
    registers_.general[register_rdi] = cells;
  }
  TrapInstruction find(uint64_t instruction, uint64_t watched) {
    registers_.instruction = instruction;
    return find_trap_instruction(registers_, watched, 8, testing::own_modules(), testing::own_memory(), cache_);
  }

  static constexpr uint64_t cells = 0x7000;
  uint64_t stack_[8] = {};
  Registers registers_ = {};
  PreviousInstructionCache cache_;
};

TEST_F(PreciseInstruction, TellsAStoreFromTheRepeatedOneBehindIt) {
  const TrapInstruction store = find(address(snippet_store_and_fill_repeat), cells - 8);
  EXPECT_EQ(store.instruction, address(snippet_store_and_fill_store));
  registers_.flags = resume_flag;
  const TrapInstruction fill = find(address(snippet_store_and_fill_repeat), cells - 8);
  EXPECT_EQ(fill.instruction, address(snippet_store_and_fill_repeat));
  EXPECT_EQ(fill.certainty, TrapCertainty::exact);
  EXPECT_TRUE(fill.stores);
  EXPECT_FALSE(fill.loads);
}

// Processors move many elements at a time and report the trap late.
TEST_F(PreciseInstruction, FindsARepeatedStoreThatHasGoneOn) {
  registers_.flags = resume_flag;
  const TrapInstruction fill = find(address(snippet_store_and_fill_repeat), cells - 128);
  EXPECT_EQ(fill.instruction, address(snippet_store_and_fill_repeat));
  EXPECT_EQ(fill.certainty, TrapCertainty::exact);
}

TEST_F(PreciseInstruction, DoesNotGuessBehindDataInCode) {
  const TrapInstruction found = find(address(snippet_data_in_code_done), cells);
  EXPECT_EQ(found.certainty, TrapCertainty::after);
  EXPECT_EQ(found.instruction, address(snippet_data_in_code_done));
  EXPECT_FALSE(found.loads || found.stores);
}

TEST_F(PreciseInstruction, AcceptsALoadOfItsOwnAddressAsDecoded) {
  const TrapInstruction found = find(address(snippet_pointer_chase_done), cells);
  EXPECT_EQ(found.certainty, TrapCertainty::decoded);
  EXPECT_EQ(found.instruction, address(snippet_pointer_chase));
  EXPECT_TRUE(found.loads);
}

// Nothing precedes the start of a function, although the call before it returns there: found in this order, and in the
// other one.
TEST_F(PreciseInstruction, FindsACallThatReturnsToTheNextFunction) {
  stack_[4] = address(snippet_behind_call);
  const uint64_t top = registers_.general[register_rsp];
  for (unsigned round = 0; round < 2; round++) {
    const TrapInstruction entered = find(address(snippet_behind_call), cells);
    EXPECT_EQ(entered.certainty, TrapCertainty::after);
    const TrapInstruction call = find(address(snippet_end_in_call), top);
    EXPECT_EQ(call.certainty, TrapCertainty::exact);
    EXPECT_EQ(call.instruction, address(snippet_end_in_call_call));
    EXPECT_TRUE(call.stores);
  }
}

TEST_F(PreciseInstruction, KnowsNothingOutsideOfModules) {
  EXPECT_EQ(find(0x1000, cells).certainty, TrapCertainty::unknown);
}

}  // namespace
}  // namespace hagstone
