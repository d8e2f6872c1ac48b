// SPDX-License-Identifier: MIT
// Finds the instruction that made a data watchpoint trap. x86 traps after the instruction (Intel SDM vol. 3, 17.2.4), so
// the program counter is already at the next one, which for calls, jumps and returns is elsewhere.
// WITCH (section 5, precise PC): decode from the start of the function, because decoding backwards finds plausible
// but wrong instructions. Beyond that the candidate must touch the watched bytes, by the registers after it.
#ifndef HAGSTONE_CODE_PRECISE_INSTRUCTION_H
#define HAGSTONE_CODE_PRECISE_INSTRUCTION_H

#include <stdint.h>

#include "code/memory_reader.h"
#include "code/registers.h"
#include "unwind/module_map.h"

namespace hagstone {

enum class TrapCertainty : uint8_t {
  exact,    // decoded from the function's start, and its address recomputed: it touches the watched bytes
  decoded,  // decoded from the function's start, but it overwrote its own address registers beyond undoing
  after,    // not known; `instruction` is the one after it, in known code (HAGSTONE_CONTEXT_AFTER)
  unknown,  // not known, and the program counter lies in no known function
};

struct TrapInstruction {
  uint64_t instruction;
  bool loads;   // of the watched bytes; both for a read-modify-write
  bool stores;
  TrapCertainty certainty;
};

// What linear decoding found before a program counter; per thread, zero-initialised is empty.
class TrapInstructionCache {
 public:
  struct Entry {
    uint64_t after;        // 0: empty
    uint64_t instruction;  // the instruction that ends at `after`; 0: linear decoding does not land on it
  };
  // Entry of `after`: its slot, to be compared and replaced by the caller. Emptied when the module map changed.
  Entry &slot(uint64_t after, uint64_t generation);

 private:
  static constexpr unsigned size = 512;
  Entry entries_[size] = {};
  uint64_t generation_ = 0;
};

// `after`: registers as the trap reports them. `watched` and `watched_length`: the watchpoint's bytes.
// Safe in signal handlers. Costs one decode when cached, one of everything before it in the function when not.
TrapInstruction find_trap_instruction(const Registers &after, uint64_t watched, uint32_t watched_length,
                                      const ModuleMapSnapshot &modules, const MemoryReader &memory,
                                      TrapInstructionCache &cache);

}  // namespace hagstone

#endif
