// SPDX-License-Identifier: MIT
#include "unwind/unwinder.h"

#include <gtest/gtest.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unwind.h>

#include <vector>

#include "code/testing/own_modules.h"
#include "code/testing/single_stepper.h"
#include "common/raw_format.h"
#include "unwind/testing/capture.h"

namespace hagstone {
namespace {

volatile int depth_reached;

template <typename Function>
[[gnu::noinline]] void call_deeply(int depth, const Function &function) {
  if (depth == 0)
    function();
  else
    call_deeply(depth - 1, function);
  depth_reached = depth;
}

_Unwind_Reason_Code note_frame(_Unwind_Context *context, void *frames) {
  static_cast<std::vector<uint64_t> *>(frames)->push_back(_Unwind_GetIP(context));
  return _URC_NO_REASON;
}

TEST(Unwinder, AgreesWithTheCompilersRunTime) {
  call_deeply(20, [] {
    const testing::Capture capture = testing::capture(testing::own_modules());
    // Not by backtrace(3), which sanitizers interpose with a frame of their own.
    std::vector<uint64_t> expected;
    _Unwind_Backtrace(note_frame, &expected);
    // Above the first function of the program there is nothing.
    if (!expected.empty() && expected.back() == 0) expected.pop_back();
    ASSERT_EQ(capture.end, UnwindEnd::complete);
    ASSERT_EQ(capture.frames.size(), expected.size());
    // The first frame is this function, at another of its calls.
    for (size_t i = 1; i < expected.size(); i++) EXPECT_EQ(capture.frames[i].instruction, expected[i]);
  });
}

TEST(Unwinder, SaysWhereItWasCut) {
  call_deeply(20, [] {
    const testing::Capture capture = testing::capture(testing::own_modules(), 10);
    EXPECT_EQ(capture.end, UnwindEnd::truncated);
    EXPECT_EQ(capture.frames.size(), 9u);
  });
}

// A made-up stack: [rbp] links and return addresses into code without tables.
class FramePointerStack : public ::testing::Test {
 protected:
  UnwindResult run(const Registers &registers) {
    const StackBounds bounds = {low(), low() + sizeof stack_};
    return unwind(registers, testing::own_modules(), cache_, bounds, testing::own_memory(), frames_, 16, statistics_);
  }
  uint64_t low() const { return reinterpret_cast<uint64_t>(stack_); }
  uint64_t at(size_t word) const { return reinterpret_cast<uint64_t>(stack_ + word); }

  static constexpr uint64_t generated_code = 0x100000;
  uint64_t stack_[32] = {};
  RuleCache cache_;
  UnwindFrame frames_[16] = {};
  UnwindStatistics statistics_ = {};
};

TEST_F(FramePointerStack, FollowsItWhereNoTableCoversTheCode) {
  stack_[4] = at(10);
  stack_[5] = generated_code + 0x40;
  stack_[10] = at(20);
  stack_[11] = generated_code + 0x80;
  stack_[21] = 0;
  Registers registers = {};
  registers.instruction = generated_code;
  registers.general[register_rsp] = at(1);
  registers.general[register_rbp] = at(4);
  const UnwindResult result = run(registers);
  EXPECT_EQ(result.end, UnwindEnd::complete);
  ASSERT_EQ(result.frame_count, 3u);
  EXPECT_EQ(frames_[1].instruction, generated_code + 0x40);
  EXPECT_EQ(frames_[1].flags, HAGSTONE_CONTEXT_RETURN_ADDRESS | HAGSTONE_CONTEXT_FRAME_POINTER);
  EXPECT_EQ(frames_[2].stack_pointer, at(12));
  EXPECT_EQ(statistics_.frames_by_frame_pointer, 2u);
}

TEST_F(FramePointerStack, EndsAtACircle) {
  stack_[4] = at(4);
  stack_[5] = generated_code;
  Registers registers = {};
  registers.instruction = generated_code;
  registers.general[register_rsp] = at(1);
  registers.general[register_rbp] = at(4);
  const UnwindResult result = run(registers);
  EXPECT_EQ(result.end, UnwindEnd::partial);
  EXPECT_EQ(result.frame_count, 2u);
}

TEST_F(FramePointerStack, EndsAtUnreadableMemory) {
  Registers registers = {};
  registers.instruction = generated_code;
  registers.general[register_rsp] = 0x10;
  registers.general[register_rbp] = 0x20;
  const UnwindResult result = run(registers);
  EXPECT_EQ(result.end, UnwindEnd::partial);
  EXPECT_EQ(result.frame_count, 1u);
}

// The C library's assembly there has no call frame information.
TEST(Unwinder, NothingCallsTheStartOfTheLoader) {
  const uint64_t loader = getauxval(AT_BASE);
  if (loader == 0) GTEST_SKIP() << "this test is linked statically: no loader started it";
  const auto *header = reinterpret_cast<const ElfW(Ehdr) *>(loader);
  uint64_t stack[4] = {1, 1, 1, 1};  // the count of the program's arguments, which is no return address
  const uint64_t low = reinterpret_cast<uint64_t>(stack);
  Registers registers = {};
  registers.instruction = loader + header->e_entry + 1;
  registers.general[register_rsp] = low;
  RuleCache cache;
  UnwindFrame frames[4] = {};
  UnwindStatistics statistics = {};
  const UnwindResult result = unwind(registers, testing::own_modules(), cache, {low, low + sizeof stack},
                                     testing::own_memory(), frames, 4, statistics);
  EXPECT_EQ(result.end, UnwindEnd::complete);
  EXPECT_EQ(result.frame_count, 1u);
}

}  // namespace
}  // namespace hagstone
