// SPDX-License-Identifier: MIT
// One frame of an unwound stack.
#ifndef HAGSTONE_UNWIND_UNWIND_FRAME_H
#define HAGSTONE_UNWIND_UNWIND_FRAME_H

#include <stdint.h>

#include "unwind/modules/module_map.h"

namespace hagstone {

struct UnwindFrame {
  uint64_t instruction;    // run-time address
  uint64_t stack_pointer;  // at that instruction, in this frame
  const Module *module;    // nullptr: in no known module. Valid as long as the snapshot
  uint32_t flags;          // HAGSTONE_CONTEXT_RETURN_ADDRESS, _FRAME_POINTER, _SIGNAL_FRAME of raw_format.h
};

}  // namespace hagstone

#endif
