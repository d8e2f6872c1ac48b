// SPDX-License-Identifier: MIT
// The memory accesses of an instruction (defined in metrics.md section 1) and their addresses.
#ifndef HAGSTONE_CODE_MEMORY_ACCESS_H
#define HAGSTONE_CODE_MEMORY_ACCESS_H

#include <stdint.h>

#include "code/instruction.h"
#include "code/emulation/registers.h"
#include "common/compare.h"

namespace hagstone {

struct MemoryAccess {
  enum Kind : uint8_t {
    plain,         // its address is computed from general registers
    thread_relative, // relative to FS or GS
    unsupported,   // gather, scatter, masked elements, state saves of varying length: not one known range of bytes
  };
  static constexpr uint8_t no_register = 0xff;

  Kind kind;
  bool store;       // otherwise a load
  uint8_t base;     // GeneralRegister or no_register
  uint8_t index;
  uint8_t scale;
  bool segment_fs;         // thread_relative: to FS, otherwise to GS
  bool index_low_byte;     // xlat: only AL counts
  uint8_t bit_string;      // bt and kin: bits of the operand; the index counts bits, 0 otherwise
  bool address_32;         // the sum is cut to 32 bits
  uint16_t length;         // bytes
  uint8_t element;         // enum hagstone_element: the type of the bytes, to the instruction
  int64_t displacement;
};

struct MemoryAccesses {
  MemoryAccess items[4];
  unsigned count;
};

// The accesses in their order: loads, then stores. Those of a repeated string instruction are those of its next
// iteration. Addresses are computed from the registers before the instruction.
MemoryAccesses memory_accesses(const Instruction &instruction);

// False: a register that it needs is not known, or the access is relative to GS or not supported. One relative to FS is
// the calling thread's: handlers run on the thread that they look at.
bool address_of(const MemoryAccess &access, const KnownRegisters &registers, uint64_t &address);

// The general registers before `instruction` ran, from those after: its writes are undone where possible (stack and
// string pointers), and unknown otherwise. For a string instruction: before its last iteration.
// `flags` are those after it.
KnownRegisters registers_before(const Instruction &instruction, const KnownRegisters &after, uint64_t flags);

}  // namespace hagstone

#endif
