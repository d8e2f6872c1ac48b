// SPDX-License-Identifier: MIT
// For every access of stepped programs: from the registers after it, the instruction and its kind.
#include <gtest/gtest.h>

#include <memory>

#include "code/control_flow.h"
#include "code/precise_instruction.h"
#include "code/testing/access_oracle.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"

namespace hagstone {
namespace {

constexpr unsigned max_precise_steps = 16000;

class PreciseInstructionStepping : public ::testing::TestWithParam<unsigned> {
 protected:
  // A watchpoint on up to eight bytes of `access` has trapped in the step from `instruction`.
  void check(const testing::ActualAccess &access, const std::vector<testing::ActualAccess> &all,
             const Instruction &instruction) {
    const uint64_t watched = access.address;
    const uint32_t length = access.length < 8 ? access.length : 8;
    bool loads = false, stores = false;
    for (const testing::ActualAccess &other : all) {
      const bool apart = other.address >= watched + length || watched >= other.address + other.length;
      if (!other.located || apart) continue;
      (other.store ? stores : loads) = true;
    }
    const TrapInstruction found =
        find_trap_instruction(child_->registers(), watched, length, modules_, child_->memory(), *cache_);
    counts_[static_cast<unsigned>(found.certainty)]++;
    switch (found.certainty) {
      case TrapCertainty::exact:
        ASSERT_EQ(found.instruction, access.instruction);
        ASSERT_EQ(found.loads, loads);
        ASSERT_EQ(found.stores, stores);
        break;
      case TrapCertainty::decoded:
        ASSERT_EQ(found.instruction, access.instruction);
        ASSERT_TRUE((found.loads || !loads) && (found.stores || !stores));
        break;
      case TrapCertainty::after:
        ASSERT_EQ(found.instruction, child_->registers().instruction);
        ASSERT_NE(transfer_of(instruction), Transfer::none);
        ASSERT_NE(transfer_of(instruction), Transfer::call);
        if (transfer_of(instruction) == Transfer::ret) {
          ASSERT_TRUE(found.loads && !found.stores);
        }
        break;
      case TrapCertainty::unknown: FAIL() << "all code here has call frame information";
    }
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::unique_ptr<testing::SingleStepper> child_;
  std::unique_ptr<PreviousInstructionCache> cache_ = std::make_unique<PreviousInstructionCache>();
  unsigned counts_[4] = {};
};

TEST_P(PreciseInstructionStepping, FindsEveryAccess) {
  child_ = std::make_unique<testing::SingleStepper>(testing::sample_programs[GetParam()].run);
  for (unsigned step = 0; step < max_precise_steps; step++) {
    Instruction instruction;
    const auto accesses = testing::actual_accesses(child_->registers(), instruction);
    if (!child_->step()) break;
    if (child_->entered_signal_handler()) continue;
    SCOPED_TRACE(::testing::Message() << ZydisMnemonicGetString(instruction.decoded.mnemonic) << " at " << std::hex
                                      << instruction.address << " step " << std::dec << step);
    for (const testing::ActualAccess &access : accesses)
      if (access.located) {
        ASSERT_NO_FATAL_FAILURE(check(access, accesses, instruction));
      }
  }
  const char *names[] = {"exact", "decoded", "after", "unknown"};
  for (unsigned i = 0; i < 4; i++) RecordProperty(names[i], static_cast<int>(counts_[i]));
  EXPECT_GT(counts_[0], 5 * counts_[1]);
}

INSTANTIATE_TEST_SUITE_P(Programs, PreciseInstructionStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
