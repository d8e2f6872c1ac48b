// SPDX-License-Identifier: MIT
// Reads the stack being unwound: directly where it is known to be mapped, guarded elsewhere.
#ifndef HAGSTONE_UNWIND_STACK_MEMORY_H
#define HAGSTONE_UNWIND_STACK_MEMORY_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"

namespace hagstone {

// The thread's stack as far as it is known to be mapped; [0, 0) if it is not known.
struct StackBounds {
  uint64_t low;
  uint64_t high;
};

struct StackMemory {
  StackBounds bounds;
  MemoryReader reader;

  bool read(uint64_t address, uint64_t &value) const { return read(address, &value, 8); }

  // `length` is 1, 2, 4 or 8; the value is zero-extended.
  bool read(uint64_t address, uint64_t *value, unsigned length) const {
    *value = 0;
    if (address < bounds.low || address >= bounds.high || bounds.high - address < length)
      return reader(address, value, length);
    __builtin_memcpy(value, reinterpret_cast<const void *>(address), length);
    return true;
  }
};

}  // namespace hagstone

#endif
