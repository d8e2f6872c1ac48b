// SPDX-License-Identifier: MIT
// At every single instruction of real code, unwinding must give the call stack that a shadow stack has kept.
#include <gtest/gtest.h>
#include <stdio.h>

#include <memory>
#include <vector>

#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"
#include "common/raw_format.h"
#include "unwind/unwinder.h"

namespace hagstone {
namespace {

constexpr unsigned max_unwinder_steps = 8000;
constexpr size_t capacity = 256;

// The return addresses that calls have pushed and that are still above the stack pointer.
class ShadowStack {
 public:
  explicit ShadowStack(const std::vector<uint64_t> &base) : base_(base) {}

  void pushed_return_address(uint64_t slot, uint64_t address) { entries_.push_back({slot, address}); }
  void drop_below(uint64_t stack_pointer) {
    while (!entries_.empty() && entries_.back().slot < stack_pointer) entries_.pop_back();
  }
  std::vector<uint64_t> expected(uint64_t instruction) const {
    std::vector<uint64_t> result = {instruction};
    for (size_t i = entries_.size(); i-- > 0;) result.push_back(entries_[i].address);
    result.insert(result.end(), base_.begin(), base_.end());
    return result;
  }

 private:
  struct Entry {
    uint64_t slot;
    uint64_t address;
  };
  std::vector<uint64_t> base_;
  std::vector<Entry> entries_;
};

class UnwinderStepping : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    const ModuleMapListener listener = {nullptr, [](void *, const Module &) {}, [](void *, const Module &) {}};
    ASSERT_TRUE(map_.refresh(listener));
  }

  // With the known frames of the previous step.
  std::vector<uint64_t> unwound(testing::SingleStepper &child) {
    UnwindFrame frames[capacity];
    result_ = unwind(child.registers(), *map_.snapshot(), *cache_, {0, 0}, child.memory(), frames, capacity, statistics_,
                     known_.get());
    unchanged_ += result_.unchanged;
    std::vector<uint64_t> addresses;
    for (size_t i = 0; i < result_.frame_count; i++) addresses.push_back(frames[i].instruction);
    return addresses;
  }

  ModuleMap map_;
  std::unique_ptr<RuleCache> cache_ = std::make_unique<RuleCache>();
  std::unique_ptr<KnownFrames> known_ = std::make_unique<KnownFrames>();
  uint64_t unchanged_ = 0;
  UnwindStatistics statistics_ = {};
  UnwindResult result_ = {};
};

std::string describe(const std::vector<uint64_t> &addresses, const ModuleMapSnapshot &modules) {
  std::string text;
  for (const uint64_t address : addresses) {
    const Module *module = modules.find(address);
    char line[1200];
    snprintf(line, sizeof line, "  %s+0x%lx\n", module ? module->path : "?", address - (module ? module->bias : 0));
    text += line;
  }
  return text;
}

TEST_P(UnwinderStepping, GivesTheShadowStackAtEveryInstruction) {
  testing::SingleStepper child(testing::sample_programs[GetParam()].run);
  std::vector<uint64_t> base = unwound(child);
  ASSERT_EQ(result_.end, UnwindEnd::complete);
  base.erase(base.begin());
  ShadowStack shadow(base);
  Registers before = child.registers();
  const uint64_t start = before.general[register_rsp];
  unsigned steps = 0;
  for (; steps < max_unwinder_steps && child.step(); steps++) {
    const Registers &now = child.registers();
    const uint64_t stack_pointer = now.general[register_rsp];
    if (stack_pointer > start) break;  // the sample program has returned
    uint64_t top = 0;
    ASSERT_TRUE(child.memory()(stack_pointer, &top, sizeof top));
    shadow.drop_below(stack_pointer);
    if (child.entered_signal_handler()) {
      shadow.pushed_return_address(before.general[register_rsp] - 1, before.instruction);
      shadow.pushed_return_address(stack_pointer, top);
    } else if (stack_pointer == before.general[register_rsp] - 8 && top > before.instruction &&
               top <= before.instruction + 7 && now.instruction != top) {
      shadow.pushed_return_address(stack_pointer, top);
    }
    const std::vector<uint64_t> expected = shadow.expected(now.instruction), found = unwound(child);
    ASSERT_EQ(found, expected) << "step " << steps << ", unwound\n"
                               << describe(found, *map_.snapshot()) << "expected\n"
                               << describe(expected, *map_.snapshot());
    ASSERT_EQ(result_.end, UnwindEnd::complete);
    before = now;
  }
  EXPECT_GT(steps, 100u);
  EXPECT_GT(unchanged_, 2 * uint64_t{steps});
  EXPECT_EQ(statistics_.frames_by_frame_pointer, 0u);
}

INSTANTIATE_TEST_SUITE_P(Programs, UnwinderStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
