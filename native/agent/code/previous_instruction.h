// SPDX-License-Identifier: MIT
// The instruction that lies before an address, by decoding its function from the start.
#ifndef HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H
#define HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H

#include <stdint.h>

#include "unwind/modules/module_map.h"

namespace hagstone {

// Where instructions begin that functions were decoded past, one in each block of code: so that a large function is not
// decoded from its start for each trap. Per thread, zero-initialised is empty.
class InstructionStarts {
 public:
  void forget();
  // The nearest known one at or before `end` that decoding from `function` on comes to; `function` if none is near.
  uint64_t before(uint64_t end, uint64_t function) const;
  // Decoding from `function` on came to the instruction at `start`; each is to be told, in order.
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

// Decodes the function around `inside` and gives the instruction that ends at `end`; in code whose functions are not known
// it is probable only. 0 if there is no code, if `end` is its start, if decoding does not land there, or if it lies too far
// from the start for a signal handler (256 KiB, some milliseconds). Safe in signal handlers. `starts`, which makes no difference
// to the result, is of the same module map.
uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules,
                              InstructionStarts *starts = nullptr);

}  // namespace hagstone

#endif
