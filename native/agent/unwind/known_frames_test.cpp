// SPDX-License-Identifier: MIT
// Unwinding with the known frames of the last stack gives the same result as without them, whatever changed in between.
#include "unwind/known_frames.h"

#include <gtest/gtest.h>
#include <string.h>
#include <ucontext.h>

#include <memory>
#include <vector>

#include "code/emulation/signal_registers.h"
#include "code/testing/own_modules.h"
#include "code/testing/single_stepper.h"
#include "common/random.h"
#include "common/raw_format.h"
#include "unwind/unwinder.h"

namespace hagstone {
namespace {

constexpr size_t frame_capacity = 256;

// A stack that stays as it was when it was copied, and can be damaged.
struct CopiedStack {
  Registers registers;
  uint64_t start;
  std::vector<uint64_t> words;

  MemoryReader reader() { return {read, this}; }
  static bool read(void *self, uint64_t address, void *destination, size_t length) {
    const auto &stack = *static_cast<CopiedStack *>(self);
    const uint64_t offset = address - stack.start;
    if (address < stack.start || offset + length > 8 * stack.words.size())
      return testing::own_memory()(address, destination, length);
    memcpy(destination, reinterpret_cast<const char *>(stack.words.data()) + offset, length);
    return true;
  }
};

volatile int known_depth_reached;
CopiedStack copied;

[[gnu::noinline]] void copy_stack() {
  ucontext_t context;
  getcontext(&context);
  copied.registers = registers_from(context);
  copied.start = copied.registers.general[register_rsp];
  copied.words.resize(2048);
  for (size_t i = 0; i < copied.words.size(); i++)
    if (!testing::own_memory()(copied.start + 8 * i, &copied.words[i], 8)) copied.words.resize(i);
}

[[gnu::noinline]] void call_evenly(int depth);

// Keeps a frame pointer: callers are found by a register that those below save.
[[gnu::noinline]] void call_with_array(int depth) {
  auto *array = static_cast<volatile char *>(__builtin_alloca(static_cast<size_t>(depth) * 24 + 8));
  array[0] = 1;
  call_evenly(depth - 1);
  known_depth_reached = depth + array[0];
}

[[gnu::noinline]] void call_evenly(int depth) {
  if (depth <= 0)
    copy_stack();
  else if (depth % 3 == 0)
    call_with_array(depth);
  else
    call_evenly(depth - 1);
  known_depth_reached = depth;
}

struct Unwound {
  std::vector<UnwindFrame> frames = std::vector<UnwindFrame>(frame_capacity);
  UnwindStatistics statistics = {};
  UnwindResult result = {};
};

class KnownFramesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    call_evenly(14);
    whole_ = unwound(copied, nullptr);
    ASSERT_EQ(whole_.result.end, UnwindEnd::complete);
    ASSERT_GT(whole_.result.frame_count, 20u);
  }

  Unwound unwound(CopiedStack &stack, KnownFrames *known, size_t capacity = frame_capacity) {
    Unwound now;
    now.result = unwind(stack.registers, testing::own_modules(), *cache_, {0, 0}, stack.reader(), now.frames.data(),
                        capacity, now.statistics, known);
    return now;
  }

  // The thread is in one of the callers, as after the functions below have returned.
  CopiedStack returned_to(size_t frame) const {
    CopiedStack stack = copied;
    stack.registers.instruction = whole_.frames[frame].instruction;
    stack.registers.general[register_rsp] = whole_.frames[frame].stack_pointer;
    return stack;
  }

  void expect_same(CopiedStack &stack, size_t capacity = frame_capacity) {
    const Unwound with = unwound(stack, known_.get(), capacity), without = unwound(stack, nullptr, capacity);
    ASSERT_EQ(with.result.frame_count, without.result.frame_count);
    ASSERT_EQ(with.result.end, without.result.end);
    ASSERT_EQ(with.statistics.frames_by_tables, without.statistics.frames_by_tables);
    ASSERT_EQ(with.statistics.frames_by_frame_pointer, without.statistics.frames_by_frame_pointer);
    for (size_t i = 0; i < with.result.frame_count; i++) {
      ASSERT_EQ(with.frames[i].instruction, without.frames[i].instruction) << i;
      ASSERT_EQ(with.frames[i].stack_pointer, without.frames[i].stack_pointer) << i;
      ASSERT_EQ(with.frames[i].module, without.frames[i].module) << i;
      ASSERT_EQ(with.frames[i].flags, without.frames[i].flags) << i;
    }
    // Frames called unchanged are unchanged.
    const size_t now = with.result.frame_count;
    ASSERT_LE(with.result.unchanged, now);
    for (size_t i = 1; i <= with.result.unchanged; i++) {
      ASSERT_LE(i, last_.size());
      ASSERT_EQ(with.frames[now - i].instruction, last_[last_.size() - i].instruction);
      ASSERT_EQ(with.frames[now - i].stack_pointer, last_[last_.size() - i].stack_pointer);
    }
    unchanged_ = with.result.unchanged;
    last_.assign(with.frames.begin(), with.frames.begin() + static_cast<ptrdiff_t>(now));
  }

  std::unique_ptr<RuleCache> cache_ = std::make_unique<RuleCache>();
  std::unique_ptr<KnownFrames> known_ = std::make_unique<KnownFrames>();
  Unwound whole_;
  std::vector<UnwindFrame> last_;
  size_t unchanged_ = 0;
};

TEST_F(KnownFramesTest, UnwindsNothingAgainWhereNothingChanged) {
  expect_same(copied);
  EXPECT_EQ(unchanged_, 0u);
  expect_same(copied);
  EXPECT_EQ(unchanged_, whole_.result.frame_count);
}

TEST_F(KnownFramesTest, KnowsTheCallersAfterFunctionsHaveReturned) {
  expect_same(copied);
  // Registers that no caller is found by may have changed.
  copied.registers.general[register_r13] ^= 0xff;
  expect_same(copied);
  EXPECT_GE(unchanged_ + 2, whole_.result.frame_count);
}

TEST_F(KnownFramesTest, EndsWhereAReturnAddressChanged) {
  expect_same(copied);
  const size_t changed = whole_.result.frame_count / 2;
  const uint64_t slot = whole_.frames[changed].stack_pointer - 8;
  copied.words[(slot - copied.start) / 8] = whole_.frames[changed + 1].instruction;
  expect_same(copied);
  EXPECT_LT(unchanged_, whole_.result.frame_count - changed);
}

TEST_F(KnownFramesTest, ForgetsWhatWasNotUnwoundToItsRoot) {
  expect_same(copied);
  expect_same(copied, 10);
  EXPECT_EQ(unchanged_, 0u);
  expect_same(copied);
  EXPECT_EQ(unchanged_, 0u);
}

// Thirty thousand stacks, each a variation of the previous one: words changed to others of the stack, a step up or down
// the calls, other registers, fewer requested frames, and sometimes no change.
TEST_F(KnownFramesTest, GivesWhatUnwindingWithoutItGives) {
  hagstone_random random;
  hagstone_random_seed(&random, 26, 1);
  const CopiedStack original = copied;
  const auto below = [&random](uint64_t limit) { return hagstone_random_below(&random, limit); };
  size_t unchanged = 0;
  CopiedStack stack = original;
  for (unsigned round = 0; round < 30'000; round++) {
    const uint64_t used = (whole_.frames[whole_.result.frame_count - 1].stack_pointer - original.start) / 8 + 1;
    switch (below(8)) {
      case 0: stack = original; break;
      case 1: stack = returned_to(below(whole_.result.frame_count)); break;
      case 2: stack.words[below(used)] = original.words[below(used)]; break;
      case 3: stack.words[below(used)] = whole_.frames[below(whole_.result.frame_count)].instruction; break;
      case 4: stack.words[below(used)] += 8; break;
      case 5: stack.registers.general[below(16)] = original.start + 8 * below(used); break;
      case 6: {
        const size_t place = below(used);
        stack.words[place] = original.words[place];
        break;
      }
      case 7: break;
    }
    const size_t capacity = below(16) ? frame_capacity : 1 + below(whole_.result.frame_count + 2);
    ASSERT_NO_FATAL_FAILURE(expect_same(stack, capacity)) << "round " << round;
    unchanged += unchanged_;
  }
  EXPECT_GT(unchanged, 100'000u);
}

}  // namespace
}  // namespace hagstone
