// SPDX-License-Identifier: MIT
// Machine code of any content: decoding, accesses, the walk to a sample, and the search for the instruction that made a
// watchpoint trap.
//
// Input: wanted accesses and how many to skip, stop budget, start of the walk, flags (low byte), watched length,
// sixteen bytes that choose registers; then the code.
#include <stdlib.h>

#include <algorithm>
#include <vector>

#include "code/instruction.h"
#include "code/instruction_length.h"
#include "code/memory_access.h"
#include "code/emulation/modified_value.h"
#include "code/precise_instruction.h"
#include "code/previous_instruction.h"
#include "code/walk/walk.h"
#include "fuzz/fuzzed_memory.h"

namespace hagstone::fuzz {
namespace {

constexpr size_t fixed_size = 5 + 16;
constexpr size_t most_code = 512;
// This many places are decoded one by one; the code behind them is the walk's.
constexpr size_t most_places = 64;

void require(bool holds) {
  if (!holds) abort();
}

// An address in the code, one on the stack, a small number, or any.
uint64_t register_value(uint8_t choice, const FuzzedProgram &program) {
  const uint64_t rest = choice & 0x3f;
  switch (choice >> 6) {
    case 0: return program.module.start() + rest * 3;
    case 1: return program.stack.start() + 0x1000 + rest * 8;
    case 2: return rest - 8;
    default: return scrambled(rest);
  }
}

Registers chosen_registers(const uint8_t *data, const FuzzedProgram &program) {
  Registers registers = {};
  for (unsigned i = 0; i < 16; i++) registers.general[i] = register_value(data[5 + i], program);
  registers.instruction = program.module.start() + data[2];
  registers.flags = 0x202 | data[3] | (data[3] & 2 ? 0x400 : 0) | (data[3] & 8 ? 0x800 : 0);
  return registers;
}

// .eh_frame of one function with everything in it: a common entry with absolute addresses, then its description.
struct __attribute__((packed)) OneFunction {
  uint32_t common_length = 12;
  uint32_t common_identifier = 0;
  uint8_t version = 1, augmentation = 0, code_alignment = 1, data_alignment = 0x78, return_register = 16;
  uint8_t padding[3] = {};
  uint32_t length = 20;
  uint32_t distance = 20;
  uint64_t start;
  uint64_t size;
};

void describe_function(FuzzedProgram &program, size_t skipped) {
  static OneFunction frames;
  static FrameTableEntry entry;
  skipped = std::min(skipped, program.module.length());
  frames.start = program.module.start() + skipped;
  frames.size = program.module.length() - skipped;
  const auto address = reinterpret_cast<uint64_t>(&frames);
  entry = {static_cast<int32_t>(skipped), static_cast<int32_t>(offsetof(OneFunction, length))};
  Module module = program.plain_module();
  // Base of the table is the code's start; the description's offset from there may not fit, so its bytes pretend to lie there.
  module.frames = {&entry,
                   1,
                   program.module.start(),
                   {reinterpret_cast<const uint8_t *>(address), program.module.start(), sizeof frames}};
  module.unsafe = false;
  program.describe(module);
}

// Each place by itself: the lengths agree, and accesses are within the bounds of their types.
void decode_everywhere(const FuzzedProgram &program, const Registers &registers) {
  const size_t size = program.module.length();
  for (size_t i = 0; i < std::min(size, most_places); i++) {
    const uint64_t at = program.module.start() + i;
    Instruction instruction;
    const bool decoded = decode(at, size - i, instruction);
    require(instruction_length(at, size - i) == (decoded ? instruction.decoded.length : 0u));
    if (!decoded) continue;
    require(instruction.decoded.length <= longest_instruction && instruction.decoded.length <= size - i);
    const MemoryAccesses accesses = memory_accesses(instruction);
    require(accesses.count <= 4);
    const KnownRegisters before = registers_before(instruction, all_known(registers), registers.flags);
    for (unsigned each = 0; each < accesses.count; each++) {
      const MemoryAccess &access = accesses.items[each];
      require(access.kind == MemoryAccess::unsupported || (access.length > 0 && access.length <= 512));
      uint64_t address;
      require(!address_of(access, before, address) || access.kind != MemoryAccess::unsupported);
    }
  }
}

void walk_from(const uint8_t *data, FuzzedProgram &program, Registers registers) {
  static Walk walk;
  walk = Walk();
  const unsigned budget = data[1] % 8;
  const WantedAccess trapping = data[0] & 64 ? WantedAccess::both : WantedAccess::stores;
  walk.begin(static_cast<WantedAccess>(1 + data[0] % 3), trapping, data[0] >> 2, budget, data[1] & 8);
  for (unsigned round = 0; round <= budget; round++) {
    const WalkStep step = walk.advance(registers, program.modules(), program.memory());
    require(walk.stops() <= budget);
    if (step.verdict != WalkVerdict::stop_at) {
      require(!walk.active());
      if (step.verdict == WalkVerdict::given_up) return;
      require(step.access.length > 0 && step.access.length <= 512 && step.access.load != step.access.store);
      require(program.module.holds(step.access.instruction, 1));
      return;
    }
    registers.instruction = step.stop;
    // Code that ran until the stop changed registers that the walk does not follow.
    for (unsigned i = 0; i < 16; i++)
      if (i != register_rsp && scrambled(round * 16 + i + data[1]) % 4 == 0)
        registers.general[i] = scrambled(registers.general[i]);
    registers.flags ^= scrambled(round) & 0x8d5;
  }
  require(false);
}

void search_trap(const uint8_t *data, FuzzedProgram &program, const Registers &after) {
  const uint32_t watched_length = 1u << data[4] % 4;
  const uint64_t watched = after.general[data[4] >> 2 & 15] + (data[4] & 0x40 ? 0 : 0 - uint64_t{watched_length});
  static PreviousInstructionCache cache;
  cache = PreviousInstructionCache();
  const TrapInstruction trap =
      find_trap_instruction(after, watched, watched_length, program.modules(), program.memory(), cache);
  previous_instruction(after.instruction, after.instruction, program.modules());
  if (trap.certainty == TrapCertainty::exact) {
    require(program.module.holds(trap.instruction, 1));
    require(trap.loads || trap.stores);
    require(trap.length == 0 || watched - trap.address < trap.length || trap.address - watched < watched_length);
  }
  uint64_t loaded;
  if (trap.loads && trap.stores && trap.length != 0 && trap.length <= 8)
    find_loaded_value(trap, scrambled(data[4]), data[4], after, program.modules(), program.memory(), loaded);
}

void run(const uint8_t *data, size_t size) {
  static FuzzedProgram &program = *new FuzzedProgram;
  program.module.fill(data + fixed_size, std::min(size - fixed_size, most_code));
  static const std::vector<uint8_t> stack = [] {
    std::vector<uint8_t> bytes(0x2000);
    // Return addresses into the code at every fourth word.
    for (size_t i = 0; i < bytes.size(); i++)
      bytes[i] = i / 8 % 4 != 0 ? static_cast<uint8_t>(scrambled(i))
                 : i % 8 == 3   ? 0x10
                 : i % 8 == 0   ? static_cast<uint8_t>(i / 32)
                                : 0;
    return bytes;
  }();
  program.stack.fill(stack.data(), stack.size());
  describe_function(program, data[1] >> 5);
  const Registers registers = chosen_registers(data, program);
  decode_everywhere(program, registers);
  walk_from(data, program, registers);
  search_trap(data, program, registers);
}

}  // namespace
}  // namespace hagstone::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > hagstone::fuzz::fixed_size) hagstone::fuzz::run(data, size);
  return 0;
}
