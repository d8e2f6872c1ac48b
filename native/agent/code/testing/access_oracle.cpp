// SPDX-License-Identifier: MIT
#include "code/testing/access_oracle.h"

#include <stdlib.h>

#include "code/testing/own_modules.h"

namespace hagstone::testing {

std::vector<ActualAccess> actual_accesses(const Registers &before, Instruction &instruction) {
  static const ModuleMapSnapshot &modules = own_modules();
  if (!decode(before.instruction, modules.executable_bytes(before.instruction), instruction)) abort();
  std::vector<ActualAccess> result;
  if (is_repeated(instruction) && before.general[register_rcx] == 0) return result;
  const MemoryAccesses accesses = memory_accesses(instruction);
  for (unsigned i = 0; i < accesses.count; i++) {
    const MemoryAccess &access = accesses.items[i];
    uint64_t address = 0;
    const bool located = address_of(access, all_known(before), address);
    result.push_back({before.instruction, address, access.length, access.store, located});
  }
  return result;
}

}  // namespace hagstone::testing
