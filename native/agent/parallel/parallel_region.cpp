// SPDX-License-Identifier: MIT
#include "parallel/parallel_region.h"

// Defined by the linker; the section does not exist if the agent is linked into a static program.
extern "C" {
#define HAGSTONE_SECTION_BOUND(name) extern const char name __attribute__((weak, visibility("hidden")))
HAGSTONE_SECTION_BOUND(__start_hagstone_region_begin);
HAGSTONE_SECTION_BOUND(__stop_hagstone_region_begin);
}

namespace hagstone {

// No return address is the start of a function, and some may be the end of one that does not return.
bool is_region_begin(uint64_t instruction) {
  return instruction > reinterpret_cast<uint64_t>(&__start_hagstone_region_begin) &&
         instruction <= reinterpret_cast<uint64_t>(&__stop_hagstone_region_begin);
}

Registers StackPosition::registers() const {
  Registers registers = {};
  registers.instruction = instruction;
  registers.general[register_rsp] = stack_pointer;
  registers.general[register_rbp] = frame_pointer;
  registers.general[register_rbx] = rbx;
  registers.general[register_r12] = r12;
  registers.general[register_r13] = r13;
  registers.general[register_r14] = r14;
  registers.general[register_r15] = r15;
  return registers;
}

}  // namespace hagstone
