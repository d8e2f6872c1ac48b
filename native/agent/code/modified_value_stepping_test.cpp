// SPDX-License-Identifier: MIT
// For every read-modify-write of stepped programs: which earlier value explains what memory holds afterwards.
#include <gtest/gtest.h>

#include <memory>

#include "code/modified_value.h"
#include "code/testing/access_oracle.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"

namespace hagstone {
namespace {

constexpr unsigned max_steps = 16000;

// The only value that leads to a result, for each of these.
bool is_reversible(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
    case ZYDIS_MNEMONIC_NEG:
    case ZYDIS_MNEMONIC_NOT: return true;
    default: return false;
  }
}

class ModifiedValueStepping : public ::testing::TestWithParam<unsigned> {
 protected:
  uint64_t read(uint64_t address, uint32_t length) {
    uint64_t bits = 0;
    EXPECT_TRUE(child_->memory()(address, &bits, length));
    return bits;
  }

  void check(const Instruction &instruction, uint64_t address, uint32_t length, uint64_t before) {
    TrapInstruction trap = {instruction.address, true, true, TrapCertainty::exact};
    trap.address = address;
    trap.length = length;
    const uint64_t now = read(address, length);
    const auto leads = [&](uint64_t earlier) {
      return modification_leads_to(trap, earlier, now, child_->registers(), modules_, child_->memory());
    };
    const bool explained = leads(before);
    explained_ += explained;
    if (!is_reversible(instruction.decoded.mnemonic)) return;
    reversible_++;
    EXPECT_TRUE(explained);
    EXPECT_FALSE(leads(before ^ 1));
    EXPECT_FALSE(leads(before ^ uint64_t{1} << (8 * length - 1)));
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::unique_ptr<testing::SingleStepper> child_;
  unsigned explained_ = 0, reversible_ = 0;
};

TEST_P(ModifiedValueStepping, TellsWhatWasLoaded) {
  child_ = std::make_unique<testing::SingleStepper>(testing::sample_programs[GetParam()].run);
  for (unsigned step = 0; step < max_steps; step++) {
    Instruction instruction;
    const auto accesses = testing::actual_accesses(child_->registers(), instruction);
    const bool modifies = accesses.size() == 2 && accesses[0].kind == MemoryAccess::plain && accesses[1].store &&
                          accesses[0].address == accesses[1].address && accesses[0].length <= 8;
    const uint64_t before = modifies ? read(accesses[0].address, accesses[0].length) : 0;
    if (!child_->step()) break;
    if (child_->entered_signal_handler() || !modifies) continue;
    SCOPED_TRACE(::testing::Message() << ZydisMnemonicGetString(instruction.decoded.mnemonic) << " step " << step);
    check(instruction, accesses[0].address, accesses[0].length, before);
  }
  RecordProperty("explained", static_cast<int>(explained_));
  RecordProperty("reversible", static_cast<int>(reversible_));
}

INSTANTIATE_TEST_SUITE_P(Programs, ModifiedValueStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

extern "C" const char snippet_modifications[], snippet_modifications_end[];

// Some programs have few of them: here is one of each kind, told by its operands alone.
TEST(ModifiedValue, FollowsEachKindOrSaysThatItCannot) {
  struct Case {
    uint64_t before, now;
    bool explained;
  };
  // rcx holds 3 afterwards.
  const Case cases[] = {
      {40, 43, true},      // add %ecx
      {40, 41, false},     //
      {0xf0, 0xf3, true},  // or $3
      {0xf0, 0xf7, false},
      {7, 8, true},        // incl
      {0x81, 0x02, true},  // shlb
      {5, 3, false},       // xchg: the register holds what was loaded, but not what was stored
      {5, 8, false},       // lock xadd
      {5, 9, false},       // adc: the carry before is not known
  };
  const int repetitions[] = {2, 2, 1, 1, 1, 1, 1};
  uint64_t cell = 0;
  Registers after = {};
  after.general[register_rsi] = reinterpret_cast<uint64_t>(&cell);
  after.general[register_rcx] = 3;
  const auto end = reinterpret_cast<uint64_t>(snippet_modifications_end);
  uint64_t at = reinterpret_cast<uint64_t>(snippet_modifications);
  const Case *next = cases;
  for (int times : repetitions) {
    Instruction instruction;
    ASSERT_TRUE(decode(at, end - at, instruction));
    TrapInstruction trap = {at, true, true, TrapCertainty::exact};
    trap.address = reinterpret_cast<uint64_t>(&cell);
    trap.length = memory_accesses(instruction).items[0].length;
    for (int i = 0; i < times; i++, next++) {
      cell = next->now;
      EXPECT_EQ(modification_leads_to(trap, next->before, next->now, after, testing::own_modules(),
                                      testing::own_memory()),
                next->explained)
          << ZydisMnemonicGetString(instruction.decoded.mnemonic) << ' ' << next->before << ' ' << next->now;
    }
    at = instruction.next();
  }
  EXPECT_EQ(at, end);
}

}  // namespace
}  // namespace hagstone
