// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_UNWIND_SAVED_REGISTERS_H
#define HAGSTONE_UNWIND_SAVED_REGISTERS_H

#include "code/emulation/registers.h"
#include "unwind/tables/rule_cache.h"

namespace hagstone {

// Register of UnwindRule::saved[i].
inline constexpr uint8_t saved_registers[saved_register_count] = {register_rbx, register_rbp, register_r12,
                                                                  register_r13, register_r14, register_r15};

}  // namespace hagstone

#endif
