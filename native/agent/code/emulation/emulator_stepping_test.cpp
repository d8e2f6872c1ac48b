// SPDX-License-Identifier: MIT
// The state that the emulator claims to know after an instruction must be the processor's.
#include <gtest/gtest.h>

#include "code/control_flow.h"
#include "emulator.h"
#include "flags.h"
#include "code/testing/own_modules.h"
#include "code/testing/sample_programs.h"
#include "code/testing/single_stepper.h"

namespace hagstone {
namespace {

constexpr unsigned max_steps = 16000;

class EmulatorStepping : public ::testing::TestWithParam<unsigned> {};

// Compares the state after the instruction with the processor; counts the known and unknown values.
void compare(const MachineState &state, const Registers &real, unsigned &known, unsigned &unknown) {
  for (unsigned i = 0; i < 16; i++) {
    const Value value = state.general(i);
    (value.known ? known : unknown)++;
    if (!value.known) continue;
    ASSERT_EQ(value.bits, real.general[i]) << "register " << i;
  }
  for (const uint64_t flag : {flag_carry, flag_parity, flag_adjust, flag_zero, flag_sign, flag_overflow, flag_direction}) {
    if (!state.knows_flags(flag)) continue;
    ASSERT_EQ(state.flags() & flag, real.flags & flag) << "flag " << flag;
  }
}

TEST_P(EmulatorStepping, KnowsWhatTheProcessorDoes) {
  const ModuleMapSnapshot &modules = testing::own_modules();
  testing::SingleStepper child(testing::sample_programs[GetParam()].run);
  unsigned steps = 0, known = 0, unknown = 0, targets_unknown = 0;
  for (; steps < max_steps; steps++) {
    const Registers before = child.registers();
    Instruction instruction;
    const uint64_t available = modules.executable_bytes(before.instruction);
    ASSERT_NE(available, 0u);
    ASSERT_TRUE(decode(before.instruction, available, instruction));
    const Transfer transfer = transfer_of(instruction);
    const bool followed = transfer != Transfer::system_call && transfer != Transfer::unfollowed;
    const MemoryReader memory = child.memory();
    MachineState state(before, memory);
    const MemoryAccesses accesses = memory_accesses(instruction);
    const Value next = followed ? follow(instruction, accesses, state) : Value::unknown();
    bool running = child.step();
    while (running && is_repeated(instruction) && child.registers().instruction == before.instruction)
      running = child.step();
    if (!running) break;
    if (!followed || child.entered_signal_handler()) continue;
    SCOPED_TRACE(::testing::Message() << ZydisMnemonicGetString(instruction.decoded.mnemonic) << " at step " << steps);
    targets_unknown += !next.known;
    if (next.known) {
      ASSERT_EQ(next.bits, child.registers().instruction);
    }
    ASSERT_NO_FATAL_FAILURE(compare(state, child.registers(), known, unknown));
    for (unsigned i = 0; i < accesses.count; i++) {
      const MemoryAccess &access = accesses.items[i];
      uint64_t address, real = 0;
      if (!access.store || access.length > 8 || !address_of(access, all_known(before), address)) continue;
      const Value stored = state.load(address, access.length);
      ASSERT_TRUE(child.memory()(address, &real, access.length));
      if (stored.known) {
        ASSERT_EQ(stored.bits, real);
      }
    }
  }
  EXPECT_EQ(targets_unknown, 0u);
  EXPECT_LT(unknown, known / 50);
}

INSTANTIATE_TEST_SUITE_P(Programs, EmulatorStepping, ::testing::Range(0u, testing::sample_program_count),
                         [](const auto &info) { return testing::sample_programs[info.param].name; });

}  // namespace
}  // namespace hagstone
