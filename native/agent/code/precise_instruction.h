// SPDX-License-Identifier: MIT
// Finds the instruction that caused a data watchpoint trap. x86 traps after the instruction (Intel SDM vol. 3, 17.2.4),
// so the program counter is already at the next one, which for calls, jumps and returns is elsewhere.
// WITCH (precise PC): decode from the start of the function, because decoding backwards finds plausible but wrong
// instructions. Beyond that, a candidate must touch the watched bytes by the registers after it.
#ifndef HAGSTONE_CODE_PRECISE_INSTRUCTION_H
#define HAGSTONE_CODE_PRECISE_INSTRUCTION_H

#include <stdint.h>

#include "code/emulation/memory_reader.h"
#include "code/emulation/registers.h"
#include "code/previous_instruction.h"
#include "common/compare.h"
#include "unwind/modules/module_map.h"

namespace hagstone {

enum class TrapCertainty : uint8_t {
  exact,    // found, and its address recomputed: it touches the watched bytes
  decoded,  // the instruction before the program counter; it overwrote its own address registers, and may have branched
            // there without being it
  after,    // not known; `instruction` is the one after it, in known code (HAGSTONE_CONTEXT_AFTER). For a return
            // `loads` is set all the same: that it was one is known, only not which
  unknown,  // not known, and the program counter is in no known function
};

struct TrapInstruction {
  uint64_t instruction;
  bool loads;  // of the watched bytes; with `stores` for a read-modify-write. Both false: kind not known
  bool stores;
  TrapCertainty certainty;
  // The access that touched the watched bytes, the load of a read-modify-write. Length 0: its address is unknown.
  uint64_t address = 0;
  uint32_t length = 0;
  uint8_t element = HAGSTONE_ELEMENT_BYTES;  // enum hagstone_element; of a `decoded` one too
};

// Results of previous_instruction(), by its arguments; per thread, zero-initialised is empty.
class PreviousInstructionCache {
 public:
  struct Entry {
    // Both are keys: where a function ends in a call, the return address is the start of the next function, which
    // has nothing before it.
    uint64_t inside;
    uint64_t end;       // 0: empty
    uint64_t previous;  // 0: linear decoding of the function around `inside` does not land on `end`
  };
  // The slot that `inside` belongs in, to be compared and replaced. All are emptied when the module map changed.
  Entry &slot(uint64_t inside, uint64_t generation);
  // For the same module map as the last slot's.
  InstructionStarts &starts() { return starts_; }

 private:
  static constexpr unsigned size_bits = 9;
  Entry entries_[1u << size_bits] = {};
  InstructionStarts starts_;
  uint64_t generation_ = 0;
};

// `after`: registers as the trap reports them. `watched` and `watched_length`: the bytes of the watchpoint.
// Safe in signal handlers. Costs a few decodes when cached. Otherwise it decodes lengths from the nearest preceding
// instruction known to begin at its address.
TrapInstruction find_trap_instruction(const Registers &after, uint64_t watched, uint32_t watched_length,
                                      const ModuleMapSnapshot &modules, const MemoryReader &memory,
                                      PreviousInstructionCache &cache);

}  // namespace hagstone

#endif
