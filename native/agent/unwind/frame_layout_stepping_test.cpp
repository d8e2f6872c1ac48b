// SPDX-License-Identifier: MIT
// In real code, the frame derived from the instructions before or after each instruction must agree with call frame
// information.
#include "unwind/frame_layout.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"
#include "unwind/return_path.h"
#include "unwind/tables/rule_compiler.h"
#include "unwind/tables/saved_registers.h"

namespace hagstone {
namespace {

constexpr unsigned max_steps = 2500;

// The caller's registers by a rule: the stack pointer, then those that it preserves.
std::vector<uint64_t> caller(const UnwindRule &rule, const Registers &registers, const MemoryReader &memory) {
  std::vector<uint64_t> result = {registers.general[rule.cfa_register] + static_cast<uint64_t>(int64_t{rule.cfa_offset})};
  for (unsigned i = 0; i < saved_register_count; i++) {
    uint64_t value = registers.general[saved_registers[i]];
    if (rule.saved[i] != UnwindRule::unchanged) {
      EXPECT_TRUE(memory(result[0] + static_cast<uint64_t>(int64_t{rule.saved[i]} * 8), &value, sizeof value));
    }
    result.push_back(value);
  }
  return result;
}

class FrameLayoutStepping : public ::testing::TestWithParam<unsigned> {
 protected:
  struct Tally {
    unsigned places = 0, found = 0, same = 0;
  };

  template <typename Find>
  void compare(const Registers &registers, const MemoryReader &memory, Tally &tally, const Find &find) {
    AddressRange function;
    if (!modules_.function_bounds(registers.instruction, function)) return;
    const UnwindRule truth = compile_rule(modules_, registers.instruction, false, memory);
    if (truth.kind != UnwindRuleKind::offset || truth.found_by_scan || truth.root) return;
    tally.places++;
    UnwindRule found = {};
    if (!find(function, registers.instruction, memory, found)) return;
    tally.found++;
    tally.same += caller(found, registers, memory) == caller(truth, registers, memory);
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
};

TEST_P(FrameLayoutStepping, AgreesWithCallFrameInformation) {
  testing::SingleStepper child(testing::sample_programs[GetParam()].run);
  std::set<uint64_t> seen;
  Tally before, behind;
  for (unsigned step = 0; step < max_steps; step++) {
    const Registers &registers = child.registers();
    if (seen.insert(registers.instruction).second) {
      compare(registers, child.memory(), before, find_frame_layout);
      compare(registers, child.memory(), behind,
              [](const AddressRange &, uint64_t address, const MemoryReader &memory, UnwindRule &rule) {
                return find_return_path(address, memory, rule);
              });
    }
    if (!child.step()) break;
  }
  EXPECT_GT(before.places, 0u);
  // Functions that align their stack, and stubs that are entered by jumps.
  EXPECT_GE(before.found * 100, before.places * 80);
  EXPECT_GE(before.same * 100, before.found * 95);
  // A function that does not return has no return, and the code after it belongs to another function.
  EXPECT_GE(behind.found * 100, behind.places * 50);
  EXPECT_GE(behind.same * 100, behind.found * 80);
}

INSTANTIATE_TEST_SUITE_P(Programs, FrameLayoutStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
