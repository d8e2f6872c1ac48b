// SPDX-License-Identifier: MIT
// The general registers of a thread at one instruction boundary.
#ifndef HAGSTONE_CODE_REGISTERS_H
#define HAGSTONE_CODE_REGISTERS_H

#include <stdint.h>

namespace hagstone {

// Numbers of the general registers in machine encoding, as in ModRM and REX (Intel SDM vol. 2, 2.1.5).
enum GeneralRegister : uint8_t {
  register_rax,
  register_rcx,
  register_rdx,
  register_rbx,
  register_rsp,
  register_rbp,
  register_rsi,
  register_rdi,
  register_r8,
  register_r9,
  register_r10,
  register_r11,
  register_r12,
  register_r13,
  register_r14,
  register_r15,
};

struct Registers {
  uint64_t general[16];  // indexed by GeneralRegister
  uint64_t instruction;  // RIP: the instruction that runs next
  uint64_t flags;        // RFLAGS
};

// General registers as far as they are known.
struct KnownRegisters {
  uint64_t values[16];  // indexed by GeneralRegister
  uint16_t known;       // bit i: values[i] is known
  bool knows(unsigned i) const { return known >> i & 1; }
  void set(unsigned i, uint64_t value) {
    values[i] = value;
    known = static_cast<uint16_t>(known | 1u << i);
  }
  void forget(unsigned i) { known = static_cast<uint16_t>(known & ~(1u << i)); }
};

inline KnownRegisters all_known(const Registers &registers) {
  KnownRegisters result;
  for (unsigned i = 0; i < 16; i++) result.values[i] = registers.general[i];
  result.known = 0xffff;
  return result;
}

}  // namespace hagstone

#endif
