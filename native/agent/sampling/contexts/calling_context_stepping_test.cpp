// SPDX-License-Identifier: MIT
// Contexts of accesses that a walk foresees in another frame, found from those of the place where it began: they must be
// the contexts that unwinding finds once the stepped program is there.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/own_descriptors.h"
#include "code/testing/access_oracle.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"
#include "code/walk/walk.h"
#include "recording/recording_directory.h"
#include "sampling/contexts/calling_context.h"

namespace hagstone {
namespace {

constexpr size_t stepping_depth_cap = 256;
constexpr unsigned walks = 600;
constexpr unsigned longest_wait = 3000;

class ContextsAhead : public ::testing::TestWithParam<unsigned> {
 protected:
  ContextsAhead() {
    reserve_descriptor_range();
    char directory[] = "/tmp/hagstone-contexts-XXXXXX";
    directory_ = mkdtemp(directory);
    RecordingDirectory recording;
    recording.open(directory_.c_str(), {}, false);
    if (file_.create(recording, {}) != 0 || !recorder_.open(file_, 1)) abort();
    memory_.open(child_.thread(), 0);
    kept_->open(kept_frames_.data(), stepping_depth_cap, 1);
  }
  ~ContextsAhead() override { std::filesystem::remove_all(directory_); }

  ContextId find(CallingContexts &contexts, uint64_t instruction) {
    memory_.begin_handler(child_.registers().general[register_rsp]);
    return contexts.find({instruction, 0, AccessMoment::before}, child_.registers(), modules_, memory_, recorder_);
  }

  bool step() { return child_.step() && !child_.entered_signal_handler(); }

  bool is_next(const SampledAccess &access) const {
    Instruction instruction;
    for (const testing::ActualAccess &actual : testing::actual_accesses(child_.registers(), instruction))
      if (actual.instruction == access.instruction && actual.address == access.address && actual.store == access.store)
        return true;
    return false;
  }

  // Runs the child to the access; false when it ended or got a signal before.
  bool compare(const SampledAccess &access, ContextId found) {
    for (unsigned i = 0; i < longest_wait && !is_next(access); i++)
      if (!step()) return false;
    EXPECT_TRUE(is_next(access));
    fresh_->open(fresh_frames_.data(), stepping_depth_cap, 1);
    EXPECT_EQ(found, find(*fresh_, access.instruction)) << std::hex << access.instruction;
    compared_++;
    if (!step()) return false;
    EXPECT_EQ(child_.registers().general[register_rsp], access.next_stack_pointer);
    return true;
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::string directory_;
  RecordingFile file_;
  ThreadRecorder recorder_;
  OwnMemory memory_;
  std::vector<UnwindFrame> kept_frames_ = std::vector<UnwindFrame>(stepping_depth_cap);
  std::vector<UnwindFrame> fresh_frames_ = std::vector<UnwindFrame>(stepping_depth_cap);
  std::unique_ptr<CallingContexts> kept_ = std::make_unique<CallingContexts>();
  std::unique_ptr<CallingContexts> fresh_ = std::make_unique<CallingContexts>();
  std::unique_ptr<Walk> walk_ = std::make_unique<Walk>();
  testing::SingleStepper child_{testing::sample_programs[GetParam()].run};
  unsigned compared_ = 0;
};

TEST_P(ContextsAhead, AreThoseOfTheAccessWhenItComes) {
  std::mt19937 random(20261127 + GetParam());
  for (unsigned i = 0; i < walks && !HasFailure(); i++) {
    bool running = true;
    for (unsigned gap = random() % 12; gap > 0 && running; gap--) running = child_.step();
    if (!running) break;
    const auto wanted = static_cast<WantedAccess>(1 + random() % 3);
    find(*kept_, child_.registers().instruction);
    walk_->begin(wanted, WantedAccess::both, random() % 8, 0, kept_->knows_callers());
    const WalkStep step = walk_->advance(child_.registers(), modules_, child_.memory());
    const bool ahead = step.verdict == WalkVerdict::sampled && step.access.pending && !step.access.in_same_frame;
    if (!ahead || !kept_->leads_to(walk_->frames())) continue;
    const ContextId found = kept_->find_along(walk_->frames(), step.access.instruction, modules_, recorder_);
    ASSERT_NE(found, no_context);
    if (!compare(step.access, found) && !child_.entered_signal_handler()) break;
  }
  RecordProperty("compared", static_cast<int>(compared_));
  EXPECT_GT(compared_, 0u);
}

// One that leads elsewhere is not believed.
TEST_P(ContextsAhead, HoldOnlyWhereTheUnwoundFramesAreMet) {
  for (unsigned i = 0; i < 100 && !kept_->knows_callers(); i++) {
    ASSERT_TRUE(child_.step());
    find(*kept_, child_.registers().instruction);
  }
  ASSERT_TRUE(kept_->knows_callers());
  FramePath stay;
  stay.highest_stack_pointer = child_.registers().general[register_rsp];
  EXPECT_TRUE(kept_->leads_to(stay));
  FramePath path = stay;
  path.known = false;
  EXPECT_FALSE(kept_->leads_to(path));
  path = stay;
  path.highest_stack_pointer = kept_frames_[1].stack_pointer;
  EXPECT_FALSE(kept_->leads_to(path));

  UnwindFrame &caller = kept_frames_[1];
  FramePath back;
  back.return_count = 1;
  back.returns[0] = {caller.instruction, caller.stack_pointer};
  back.highest_stack_pointer = caller.stack_pointer;
  EXPECT_TRUE(kept_->leads_to(back));
  path = back;
  path.returns[0].instruction++;
  EXPECT_FALSE(kept_->leads_to(path));
  path = back;
  path.returns[0].stack_pointer += 8;
  EXPECT_FALSE(kept_->leads_to(path));
  caller.flags |= HAGSTONE_CONTEXT_SIGNAL_FRAME;
  EXPECT_FALSE(kept_->leads_to(back));
}

INSTANTIATE_TEST_SUITE_P(Programs, ContextsAhead, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
