// SPDX-License-Identifier: MIT
// Whether code may return to an address: a call instruction ends right before it.
#ifndef HAGSTONE_UNWIND_RETURN_SITE_H
#define HAGSTONE_UNWIND_RETURN_SITE_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"

namespace hagstone {

inline constexpr unsigned longest_call = 7;  // bytes, without prefixes: FF /2 with a SIB byte and 32 bits of displacement

// Decided by the `longest_call` bytes before the address.
bool is_call(const uint8_t *code);

// Reads the bytes before `address` through `memory`: a stack may hold the address of code that is being unloaded.
// Safe in signal handlers.
bool is_behind_call(uint64_t address, const MemoryReader &memory);

}  // namespace hagstone

#endif
