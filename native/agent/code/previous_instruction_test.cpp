// SPDX-License-Identifier: MIT
// Decoding from known instructions gives the same result as decoding functions from their start.
#include "code/previous_instruction.h"

#include <gtest/gtest.h>

#include <memory>

#include "code/testing/own_modules.h"
#include "common/random.h"

namespace hagstone {
namespace {

class PreviousInstruction : public ::testing::Test {
 protected:
  PreviousInstruction() { hagstone_random_seed(&random_, 26, 3); }
  uint64_t below(uint64_t bound) { return hagstone_random_below(&random_, bound); }

  void expect_same(uint64_t inside, uint64_t end) {
    const uint64_t expected = previous_instruction(inside, end, modules_);
    ASSERT_EQ(previous_instruction(inside, end, modules_, starts_.get()), expected) << std::hex << inside << " " << end;
    found_ += expected != 0;
    asked_++;
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::unique_ptr<InstructionStarts> starts_ = std::make_unique<InstructionStarts>();
  hagstone_random random_;
  unsigned asked_ = 0;
  unsigned found_ = 0;
};

TEST_F(PreviousInstruction, IsTheSameWithKnownStarts) {
  for (unsigned round = 0; round < 2000; round++) {
    const Module &module = modules_[below(modules_.size())];
    if (!module.executable_count) continue;
    const AddressRange &code = module.executable[below(module.executable_count)];
    const uint64_t place = code.start + below(code.end - code.start);
    // Traps come from the same functions again and again.
    for (unsigned step = 0; step < 8; step++) {
      const uint64_t end = place + below(2048);
      ASSERT_NO_FATAL_FAILURE(expect_same(end - below(2), end));
    }
  }
  EXPECT_GT(asked_, 10'000u);
  EXPECT_GT(found_, 1000u);
}

TEST_F(PreviousInstruction, StartsNearTheEndOfALargeFunction) {
  constexpr uint64_t function = 0x10000, end = function + 5000;
  EXPECT_EQ(starts_->before(end, function), function);
  for (uint64_t at = function; at < end; at += 5) starts_->pass(at, function);
  EXPECT_LT(end - starts_->before(end, function), 256u);
  EXPECT_EQ((starts_->before(end, function) - function) % 5, 0u);
  EXPECT_EQ(starts_->before(end, function + 16), function + 16);
  starts_->forget();
  EXPECT_EQ(starts_->before(end, function), function);
}

}  // namespace
}  // namespace hagstone
