// SPDX-License-Identifier: MIT
// At the instructions of real code, what its instructions say of the frame must be what call frame information says.
#include "unwind/frame_layout.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"
#include "unwind/rule_compiler.h"

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
  void compare(const Registers &registers, const MemoryReader &memory) {
    AddressRange function;
    if (!modules_.function_bounds(registers.instruction, function)) return;
    const UnwindRule truth = compile_rule(modules_, registers.instruction, memory);
    if (truth.kind != UnwindRuleKind::offset || truth.found_by_scan) return;
    places_++;
    UnwindRule found = {};
    if (!find_frame_layout(function, registers.instruction, memory, found)) return;
    found_++;
    const bool same = caller(found, registers, memory) == caller(truth, registers, memory);
    same_ += same;
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  unsigned places_ = 0, found_ = 0, same_ = 0;
};

TEST_P(FrameLayoutStepping, AgreesWithCallFrameInformation) {
  testing::SingleStepper child(testing::sample_programs[GetParam()].run);
  std::set<uint64_t> seen;
  for (unsigned step = 0; step < max_steps; step++) {
    if (seen.insert(child.registers().instruction).second) compare(child.registers(), child.memory());
    if (!child.step()) break;
  }
  EXPECT_GT(places_, 0u);
  // Functions that align their stack, and stubs that are entered by jumps.
  EXPECT_GE(found_ * 100, places_ * 80);
  EXPECT_GE(same_ * 100, found_ * 95);
}

INSTANTIATE_TEST_SUITE_P(Programs, FrameLayoutStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
