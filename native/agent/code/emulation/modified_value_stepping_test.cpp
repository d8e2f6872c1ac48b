// SPDX-License-Identifier: MIT
// For every read-modify-write of stepped programs: the loaded value, derived from the state it left.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "modified_value.h"
#include "code/testing/access_oracle.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"

namespace hagstone {
namespace {

constexpr unsigned max_modifying_steps = 16000;

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

bool leaves_in_register(ZydisMnemonic mnemonic) {
  return mnemonic == ZYDIS_MNEMONIC_XCHG || mnemonic == ZYDIS_MNEMONIC_XADD || mnemonic == ZYDIS_MNEMONIC_CMPXCHG;
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
    uint64_t loaded = 0;
    const auto find = [&](uint64_t last_seen) {
      return find_loaded_value(trap, last_seen, now, child_->registers(), modules_, child_->memory(), loaded);
    };
    if (find(before)) {
      found_++;
      EXPECT_EQ(loaded, before);
    }
    const bool in_register = leaves_in_register(instruction.decoded.mnemonic);
    if (!in_register && !is_reversible(instruction.decoded.mnemonic)) return;
    certain_++;
    EXPECT_TRUE(find(before));
    for (uint64_t wrong : {before ^ 1, before ^ uint64_t{1} << (8 * length - 1)}) {
      EXPECT_EQ(find(wrong), in_register);
      if (in_register) {
        EXPECT_EQ(loaded, before) << "whatever was seen last";
      }
    }
  }

  const ModuleMapSnapshot &modules_ = testing::own_modules();
  std::unique_ptr<testing::SingleStepper> child_;
  unsigned found_ = 0, certain_ = 0;
};

TEST_P(ModifiedValueStepping, TellsWhatWasLoaded) {
  child_ = std::make_unique<testing::SingleStepper>(testing::sample_programs[GetParam()].run);
  for (unsigned step = 0; step < max_modifying_steps; step++) {
    Instruction instruction;
    const auto accesses = testing::actual_accesses(child_->registers(), instruction);
    const bool modifies = accesses.size() == 2 && accesses[0].located && accesses[1].store &&
                          accesses[0].address == accesses[1].address && accesses[0].length <= 8;
    const uint64_t before = modifies ? read(accesses[0].address, accesses[0].length) : 0;
    if (!child_->step()) break;
    if (child_->entered_signal_handler() || !modifies) continue;
    SCOPED_TRACE(::testing::Message() << ZydisMnemonicGetString(instruction.decoded.mnemonic) << " step " << step);
    check(instruction, accesses[0].address, accesses[0].length, before);
  }
  RecordProperty("found", static_cast<int>(found_));
  RecordProperty("certain", static_cast<int>(certain_));
}

INSTANTIATE_TEST_SUITE_P(Programs, ModifiedValueStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

extern "C" const char snippet_modifications[], snippet_modifications_end[];

// Some programs have few of them: this has one of each kind, recognised by its operands alone.
TEST(ModifiedValue, TellsEachKindOrSaysThatItCannot) {
  struct Case {
    uint64_t last_seen, now;
    bool known;
    uint64_t loaded;
  };
  // rcx holds 3 and rax 4 afterwards.
  const std::vector<std::vector<Case>> cases = {
      {{40, 43, true, 40}, {40, 41, false, 0}},          // add %ecx
      {{0xf0, 0xf3, true, 0xf0}, {0xf0, 0xf7, false, 0}},  // or $3
      {{7, 8, true, 7}},                                 // incl
      {{0x81, 0x02, true, 0x81}},                        // shlb
      {{5, 9, true, 3}},                                 // xchg %ecx
      {{5, 8, true, 3}},                                 // lock xadd %ecx
      {{5, 3, true, 4}},                                 // lock cmpxchg %ecx
      {{5, 9, false, 0}},                                // adc %ecx: the carry before is not known
  };
  uint64_t cell = 0;
  Registers after = {};
  after.general[register_rsi] = reinterpret_cast<uint64_t>(&cell);
  after.general[register_rcx] = 3;
  after.general[register_rax] = 4;
  const auto end = reinterpret_cast<uint64_t>(snippet_modifications_end);
  uint64_t at = reinterpret_cast<uint64_t>(snippet_modifications);
  for (const std::vector<Case> &of_instruction : cases) {
    Instruction instruction;
    ASSERT_TRUE(decode(at, end - at, instruction));
    TrapInstruction trap = {at, true, true, TrapCertainty::exact};
    trap.address = reinterpret_cast<uint64_t>(&cell);
    trap.length = memory_accesses(instruction).items[0].length;
    for (const Case &one : of_instruction) {
      SCOPED_TRACE(::testing::Message() << ZydisMnemonicGetString(instruction.decoded.mnemonic) << ' ' << one.now);
      cell = one.now;
      uint64_t loaded = 0;
      ASSERT_EQ(
          find_loaded_value(trap, one.last_seen, one.now, after, testing::own_modules(), testing::own_memory(), loaded),
          one.known);
      if (one.known) {
        EXPECT_EQ(loaded, one.loaded);
      }
    }
    at = instruction.next();
  }
  EXPECT_EQ(at, end);
}

}  // namespace
}  // namespace hagstone
