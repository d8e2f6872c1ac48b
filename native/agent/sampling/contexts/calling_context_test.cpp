// SPDX-License-Identifier: MIT
// Contexts derived from a thread's earlier ones equal those found without them.
#include "sampling/contexts/calling_context.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <ucontext.h>

#include <memory>
#include <set>
#include <vector>

#include "base/system_call.h"
#include "code/emulation/signal_registers.h"
#include "code/testing/own_modules.h"
#include "common/random.h"
#include "recording/testing/temporary_recording.h"
#include "sampling/contexts/regions.h"

namespace hagstone {
namespace {

constexpr size_t depth_cap = 256;

class CallingContextsTest : public ::testing::Test {
 public:
  // Takes the caller's context. A random tree of calls is walked, and each node is visited before and after its children.
  void visit() {
    ucontext_t context;
    getcontext(&context);
    const Registers registers = registers_from(context);
    const AccessMoment moment = below(4) ? AccessMoment::before : AccessMoment::after;
    const AccessPlace place = {registers.instruction - below(3), 0, moment};
    const ContextId found = find(*kept_, place, registers);
    fresh_->open(fresh_frames_.data(), depth_cap, 1);
    ASSERT_EQ(found, find(*fresh_, place, registers)) << "visit " << visits_;
    ASSERT_NE(found, no_context);
    contexts_.insert(found);
    visits_++;
  }

  uint64_t below(uint64_t bound) { return hagstone_random_below(&random_, bound); }

  // A chain of calls of random functions, with branches.
  void call(unsigned depth);

 protected:
  CallingContextsTest() {
    if (file_.create(recording_.directory(), {}) != 0 || !recorder_.open(file_, 1)) abort();
    hagstone_random_seed(&random_, 26, 2);
    own_memory_.open(current_thread(), 0);
    kept_->open(kept_frames_.data(), depth_cap, 1);
  }

  ContextId find(CallingContexts &contexts, const AccessPlace &place, const Registers &registers) {
    own_memory_.begin_handler(registers.general[register_rsp]);
    return contexts.find(place, registers, testing::own_modules(), own_memory_, recorder_);
  }

  hagstone_random random_;
  testing::TemporaryRecording recording_;
  RecordingFile file_;
  ThreadRecorder recorder_;
  OwnMemory own_memory_;
  std::vector<UnwindFrame> kept_frames_ = std::vector<UnwindFrame>(depth_cap);
  std::vector<UnwindFrame> fresh_frames_ = std::vector<UnwindFrame>(depth_cap);
  std::unique_ptr<CallingContexts> kept_ = std::make_unique<CallingContexts>();
  std::unique_ptr<CallingContexts> fresh_ = std::make_unique<CallingContexts>();
  std::set<ContextId> contexts_;
  unsigned visits_ = 0;
};

volatile unsigned depth_reached;

[[gnu::noinline]] void call_plainly(CallingContextsTest &test, unsigned depth) {
  test.call(depth);
  depth_reached = depth;
}

[[gnu::noinline]] void call_with_array(CallingContextsTest &test, unsigned depth) {
  auto *array = static_cast<volatile char *>(__builtin_alloca(8 + 16 * depth));
  array[0] = 1;
  test.call(depth);
  depth_reached = depth + static_cast<unsigned>(array[0]);
}

[[gnu::noinline]] void call_in_region(CallingContextsTest &test, unsigned depth) {
  const auto id = static_cast<uint32_t>(1 + depth % 3);
  const bool entered = enter_region(id);
  test.call(depth);
  if (entered) leave_region(id);
  depth_reached = depth;
}

[[gnu::noinline]] void CallingContextsTest::call(unsigned depth) {
  visit();
  if (depth == 0 || HasFatalFailure()) return;
  for (unsigned branches = 1 + (below(4) == 0); branches-- > 0;) {
    switch (below(8)) {
      case 0: call_in_region(*this, depth - 1); break;
      case 1:
      case 2: call_with_array(*this, depth - 1); break;
      case 3: call(depth - 1); break;
      default: call_plainly(*this, depth - 1); break;
    }
    visit();
  }
}

TEST_F(CallingContextsTest, AreThoseOfAThreadThatKnowsNone) {
  for (unsigned tree = 0; tree < 40; tree++) call(6 + tree % 14);
  EXPECT_GT(visits_, 3000u);
  EXPECT_GT(contexts_.size(), 500u);
}

TEST_F(CallingContextsTest, AreTheSameInACreatedThread) {
  CreatorContext creator;
  creator.nodes[creator.count++] = {HAGSTONE_MODULE_UNKNOWN, HAGSTONE_CONTEXT_RETURN_ADDRESS, 0x1000};
  creator.nodes[creator.count++] = {HAGSTONE_MODULE_THREAD_ROOT, 0, 0};
  call(6);
  const std::set<ContextId> before = contexts_;
  contexts_.clear();
  kept_->open(kept_frames_.data(), depth_cap, 1);
  for (CallingContexts *each : {kept_.get(), fresh_.get()}) each->set_creator(creator);
  for (unsigned tree = 0; tree < 10; tree++) call(6 + tree);
  EXPECT_GT(contexts_.size(), 100u);
  for (const ContextId context : contexts_) EXPECT_FALSE(before.contains(context));
}

}  // namespace
}  // namespace hagstone
