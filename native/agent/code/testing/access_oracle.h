// SPDX-License-Identifier: MIT
// The memory accesses that a stepped program makes, from each instruction's decoding and its actual registers.
#ifndef HAGSTONE_CODE_TESTING_ACCESS_ORACLE_H
#define HAGSTONE_CODE_TESTING_ACCESS_ORACLE_H

#include <vector>

#include "code/memory_access.h"
#include "code/emulation/registers.h"

namespace hagstone::testing {

struct ActualAccess {
  uint64_t instruction;
  uint64_t address;  // meaningless unless located
  uint32_t length;
  bool store;
  bool located;  // its address follows from the registers
};

// The accesses of the next step: one iteration, for repeated string instructions, or none if they are finished.
// `before` are the registers before the step. The instruction must be decodable.
std::vector<ActualAccess> actual_accesses(const Registers &before, Instruction &instruction);

}  // namespace hagstone::testing

#endif
