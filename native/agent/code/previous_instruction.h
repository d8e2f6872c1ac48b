// SPDX-License-Identifier: MIT
// The instruction before an address, by decoding its function from the start.
#ifndef HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H
#define HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H

#include <stdint.h>

#include "unwind/modules/module_map.h"

namespace hagstone {

// Known instruction starts in decoded functions, one in each block of code, so that a large function is not decoded
// from its start for each trap. Per thread, zero-initialised is empty.
class InstructionStarts {
 public:
  void forget();
  // The nearest known one at or before `end` that decoding from `function` on reaches; `function` if none is near.
  uint64_t before(uint64_t end, uint64_t function) const;
  // Decoding from `function` on reached the instruction at `start`; call for each, in order.
  void pass(uint64_t start, uint64_t function);

 private:
  static constexpr unsigned block_bits = 8, size_bits = 9;
  struct Entry {
    uint64_t function;  // 0: empty
    uint64_t start;     // the first in its block
  };
  static unsigned slot_of(uint64_t block) { return block % (1u << size_bits); }
  bool holds(uint64_t block, uint64_t function) const;

  Entry entries_[1u << size_bits] = {};
};

// Decodes the function around `inside` and returns the instruction that ends at `end`; if the code's functions are
// unknown, the result is only probable. 0 if there is no code, if `end` is its start, if decoding does not reach it, or if it
// is too far from the start for a signal handler (256 KiB, some milliseconds). Safe in signal handlers. `starts`, which
// does not affect the result, belongs to the same module map.
uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules,
                              InstructionStarts *starts = nullptr);

}  // namespace hagstone

#endif
