// SPDX-License-Identifier: MIT
// Walks started at random instructions of stepped programs: the sample must be the access that the steps show, and
// every stop must come.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "code/testing/access_oracle.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"
#include "walk.h"

namespace hagstone {
namespace {

constexpr unsigned max_walk_steps = 16000;
constexpr unsigned longest_wait = 3000;

// The expected result of a walk, gathered while the program is stepped.
class Expectation {
 public:
  Expectation(WantedAccess wanted, uint64_t skip) : wanted_(wanted), skip_(skip) {}

  bool decided() const { return decided_; }
  const testing::ActualAccess &access() const { return access_; }

  // One step of the program with the registers before it.
  void see(const Registers &before, const Instruction &instruction, const std::vector<testing::ActualAccess> &accesses) {
    const bool continued = is_conditionally_repeated(instruction) && last_ == before.instruction;
    if (decided_) {
      // Sampled at its last iteration.
      repeated_ = repeated_ && last_ == before.instruction && !accesses.empty();
      if (repeated_) access_ = nth_wanted(accesses);
      return;
    }
    last_ = before.instruction;
    unsigned number = 0;
    for (const testing::ActualAccess &access : accesses) {
      if (!is_wanted(access)) continue;
      if (skip_ == 0 && !continued) {
        decided_ = true;
        form_ = number;
        access_ = access;
        repeated_ = is_sampled_at_its_last(before, instruction, accesses);
        return;
      }
      // How often data-dependent repetitions go on is not counted.
      if (!continued) skip_--;
      number++;
    }
  }

  void leave(uint64_t next) {
    if (next != last_) last_ = 0;
  }

 private:
  // Depends on the data, or copies between ranges that overlap.
  static bool is_sampled_at_its_last(const Registers &before, const Instruction &instruction,
                                     const std::vector<testing::ActualAccess> &accesses) {
    if (!is_repeated(instruction)) return false;
    if (is_conditionally_repeated(instruction)) return true;
    if (accesses.size() < 2) return false;
    const uint64_t span = before.general[register_rcx] * accesses[0].length;
    return accesses[0].address - accesses[1].address < span || accesses[1].address - accesses[0].address < span;
  }
  bool is_wanted(const testing::ActualAccess &access) const {
    return includes(wanted_, access.store ? WantedAccess::stores : WantedAccess::loads);
  }
  testing::ActualAccess nth_wanted(const std::vector<testing::ActualAccess> &accesses) const {
    unsigned number = 0;
    for (const testing::ActualAccess &access : accesses)
      if (is_wanted(access) && number++ == form_) return access;
    return access_;
  }

  const WantedAccess wanted_;
  uint64_t skip_;
  bool decided_ = false;
  bool repeated_ = false;
  unsigned form_ = 0;
  uint64_t last_ = 0;
  testing::ActualAccess access_ = {};
};

struct Tally {
  unsigned walks = 0, sampled = 0, pending = 0, stops = 0, avoided = 0;
  unsigned causes[HAGSTONE_STATISTIC_COUNT] = {};
};

class WalkStepping : public ::testing::TestWithParam<unsigned> {
 protected:
  // Runs one walk from the child's present instruction until it is over; false when the child ended or got a signal
  // before.
  bool run_walk(WantedAccess wanted, unsigned skip, unsigned budget) {
    Expectation expectation(wanted, skip);
    const WantedAccess trapping = wanted == WantedAccess::stores ? WantedAccess::stores : WantedAccess::both;
    walk_->begin(wanted, trapping, skip, budget, true);
    tally_.walks++;
    WalkStep step = walk_->advance(child_->registers(), modules_, child_->memory());
    while (step.verdict == WalkVerdict::stop_at) {
      if (!run_to(step.stop, expectation)) return false;
      step = walk_->advance(child_->registers(), modules_, child_->memory());
    }
    EXPECT_LE(walk_->stops(), budget);
    tally_.stops += walk_->stops();
    tally_.avoided += walk_->stops_avoided();
    if (step.verdict == WalkVerdict::given_up) return check_given_up(step, expectation);
    return check_sample(step.access, expectation);
  }

  bool check_sample(const SampledAccess &sample, Expectation &expectation) {
    tally_.sampled++;
    if (sample.pending) {
      tally_.pending++;
      EXPECT_FALSE(expectation.decided());
      watched_ = &sample;
      for (unsigned i = 0; i < longest_wait && !expectation.decided(); i++)
        if (!step_once(expectation)) return false;
      watched_ = nullptr;
      const auto iterates = [&] { return child_->registers().instruction == sample.instruction; };
      while (iterates() && expectation.access().instruction == sample.instruction)
        if (!step_once(expectation)) return false;
      EXPECT_EQ(child_->registers().instruction, sample.next);
    }
    EXPECT_TRUE(expectation.decided());
    const testing::ActualAccess &expected = expectation.access();
    EXPECT_EQ(sample.instruction, expected.instruction);
    EXPECT_EQ(sample.address, expected.address);
    EXPECT_EQ(sample.length, expected.length);
    EXPECT_EQ(sample.store, expected.store);
    EXPECT_NE(sample.load, sample.store);
    EXPECT_TRUE(expected.located);
    return true;
  }

  bool check_given_up(const WalkStep &step, Expectation &expectation) {
    tally_.causes[step.cause]++;
    EXPECT_FALSE(expectation.decided());
    if (step.cause == HAGSTONE_STATISTIC_dropped_address_unsupported ||
        step.cause == HAGSTONE_STATISTIC_dropped_address_forbidden) {
      for (unsigned i = 0; i < longest_wait && !expectation.decided(); i++)
        if (!step_once(expectation)) return false;
      const auto thread_pointer = reinterpret_cast<uint64_t>(__builtin_thread_pointer());
      EXPECT_TRUE(!expectation.access().located || expectation.access().address >= thread_pointer);
    }
    return true;
  }

  bool step_once(Expectation &expectation) {
    Instruction instruction;
    const Registers before = child_->registers();
    const auto accesses = testing::actual_accesses(before, instruction);
    expectation.see(before, instruction, accesses);
    EXPECT_FALSE(watched_ && !expectation.decided() && traps_early(accesses)) << std::hex << before.instruction;
    if (!child_->step()) return false;
    // A walk cannot foresee the effects of a signal handler.
    if (child_->entered_signal_handler()) return false;
    expectation.leave(child_->registers().instruction);
    return true;
  }

  // Whether a watchpoint on the sample's bytes would trap, though none of these accesses is the sample. One for stores only
  // serves samples of stores.
  bool traps_early(const std::vector<testing::ActualAccess> &accesses) const {
    for (const testing::ActualAccess &access : accesses) {
      const bool overlaps = access.address - watched_->address < watched_->length ||
                            watched_->address - access.address < access.length;
      if (access.located && overlaps && (access.store || !watched_->store)) return true;
    }
    return false;
  }

  // Like an execution breakpoint at `address` with the resume flag set at the start.
  bool run_to(uint64_t address, Expectation &expectation) {
    for (unsigned i = 0; i < longest_wait; i++) {
      const uint64_t before = child_->registers().instruction;
      if (!step_once(expectation)) return false;
      const uint64_t now = child_->registers().instruction;
      const bool between_iterations = now == before;
      if (now == address && !between_iterations) return true;
    }
    ADD_FAILURE() << "the stop at " << std::hex << address << " did not come";
    return false;
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::unique_ptr<testing::SingleStepper> child_;
  const SampledAccess *watched_ = nullptr;  // pending, and not reached yet
  std::unique_ptr<Walk> walk_ = std::make_unique<Walk>();
  Tally tally_;
};

TEST_P(WalkStepping, SamplesTheAccessThatTheStepsShow) {
  std::mt19937 random(20240607 + GetParam());
  child_ = std::make_unique<testing::SingleStepper>(testing::sample_programs[GetParam()].run);
  for (unsigned i = 0; i < max_walk_steps / 20; i++) {
    bool running = true;
    for (unsigned gap = random() % 12; gap > 0 && running; gap--) running = child_->step();
    const auto wanted = static_cast<WantedAccess>(1 + random() % 3);
    if (!running || HasFailure()) break;
    if (!run_walk(wanted, random() % 8, 4 + random() % 8) && !child_->entered_signal_handler()) break;
  }
  for (unsigned i = 0; i < HAGSTONE_STATISTIC_COUNT; i++)
    if (tally_.causes[i]) RecordProperty("cause" + std::to_string(i), static_cast<int>(tally_.causes[i]));
  RecordProperty("walks", static_cast<int>(tally_.walks));
  RecordProperty("sampled", static_cast<int>(tally_.sampled));
  RecordProperty("pending", static_cast<int>(tally_.pending));
  RecordProperty("stops", static_cast<int>(tally_.stops));
  RecordProperty("avoided", static_cast<int>(tally_.avoided));
  EXPECT_GT(tally_.sampled, 0u);
}

INSTANTIATE_TEST_SUITE_P(Programs, WalkStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
