// SPDX-License-Identifier: MIT
// The outer frames of a thread's stack as they were unwound last, so that the next unwinding stops at the first of them.
//
// A frame is the same if all that unwinding reads from it on is the same: its instruction, its stack pointer, the
// registers that callers are found by, and the words of the stack with return addresses and such registers. They are
// compared, so the thread may have done anything in the meantime: longjmp, another stack, a new call at the same
// place.
// same place. Only frames whose rule is a plain one are kept: of others, unwinding reads more than can be compared here.
#ifndef HAGSTONE_UNWIND_KNOWN_FRAMES_H
#define HAGSTONE_UNWIND_KNOWN_FRAMES_H

#include <stddef.h>
#include <stdint.h>

#include "code/emulation/registers.h"
#include "unwind/stack_memory.h"
#include "unwind/tables/rule_cache.h"
#include "unwind/unwind_frame.h"

namespace hagstone {

// One per thread; zero-initialised knows nothing. Safe in signal handlers.
class KnownFrames {
 public:
  static constexpr size_t capacity = 128;  // of deeper stacks the outermost ones are kept

  // Begins an unwinding by the module map of this generation. After it come, innermost frame first, meets() and note() of
  // each frame, and at last keep() or forget().
  void begin(uint64_t generation);
  // Whether this frame and its callers are known and unchanged. Then it is the last one: count() frames end the stack.
  bool meets(const UnwindFrame &frame, const KnownRegisters &registers, const StackMemory &memory);
  // A frame that is not known, with the registers at its instruction.
  void note(const UnwindFrame &frame, const KnownRegisters &registers, const UnwindRule &rule);
  // The stack was unwound to its root, or up to the frame that meets() found.
  void keep();
  void forget() { count_ = 0; }

  size_t count() const { return met_; }
  // The known frames, outermost first.
  const UnwindFrame &operator[](size_t i) const { return frames_[i].frame; }

 private:
  struct Frame {
    UnwindFrame frame;
    uint64_t canonical_frame_address;
    uint64_t registers[saved_register_count];
    int16_t saved[saved_register_count];  // as in UnwindRule
    int16_t return_address;
    uint8_t needed;  // bit i: the frame's place or a caller's depends on registers[i]
    bool is_plain;
    bool is_root;
  };

  bool has_registers(const Frame &known, const KnownRegisters &registers) const;
  bool is_unchanged(size_t i, const StackMemory &memory) const;

  uint64_t generation_ = 0;
  size_t count_ = 0;
  size_t candidates_ = 0;  // those that may be met yet
  size_t met_ = 0;
  size_t noted_count_ = 0;
  Frame frames_[capacity];
  Frame noted_[capacity];  // the last ones
};

}  // namespace hagstone

#endif
