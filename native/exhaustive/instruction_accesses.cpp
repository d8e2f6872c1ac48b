// SPDX-License-Identifier: GPL-2.0-or-later
#include "instruction_accesses.h"

#include "code/instruction.h"
#include "code/memory_access.h"
#include "measurement.h"

int hagstone_decode_accesses(uint64_t address, uint32_t length, struct hagstone_instruction_accesses *accesses) {
  hagstone::Instruction instruction;
  if (!hagstone::decode(address, length, instruction)) return 0;
  const hagstone::MemoryAccesses decoded = hagstone::memory_accesses(instruction);
  accesses->count = decoded.count;
  for (unsigned i = 0; i < decoded.count; i++) {
    const hagstone::MemoryAccess &access = decoded.items[i];
    accesses->items[i] = {static_cast<uint8_t>(access.store ? HAGSTONE_STORE : HAGSTONE_LOAD), access.element,
                          access.kind != hagstone::MemoryAccess::unsupported, access.length};
  }
  return 1;
}
