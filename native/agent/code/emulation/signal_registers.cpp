// SPDX-License-Identifier: MIT
#include "signal_registers.h"

#include "flags.h"

namespace hagstone {

Registers registers_from(const ucontext_t &context) {
  // In order of GeneralRegister; the kernel's order is another.
  static constexpr int places[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                     REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  const greg_t *saved = context.uc_mcontext.gregs;
  Registers registers;
  for (unsigned i = 0; i < 16; i++) registers.general[i] = static_cast<uint64_t>(saved[places[i]]);
  registers.instruction = static_cast<uint64_t>(saved[REG_RIP]);
  registers.flags = static_cast<uint64_t>(saved[REG_EFL]);
  return registers;
}

void set_resume_flag(ucontext_t &context) { context.uc_mcontext.gregs[REG_EFL] |= static_cast<greg_t>(resume_flag); }

}  // namespace hagstone
