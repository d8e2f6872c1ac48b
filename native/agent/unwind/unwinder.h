// SPDX-License-Identifier: MIT
// Unwinds the calling thread's stack by call frame information (DWARF 4 section 6.4, LSB 10.6), in a signal handler.
//
// Code without it is decoded from the start of its function (frame_layout.h) or to its return (return_path.h); if neither
// works, the frame pointer is used.
//
// The call frame instructions of a program counter are run once; the row that they give is kept in a per-thread
// direct-mapped cache (framehop and parca-agent do the same), so that a known stack costs one lookup and two or three
// reads per frame. Callers that are the same as at the last unwinding are not unwound again (known_frames.h).
// Tables are untrusted: every read is bounds-checked, and a malformed one ends the unwind as partial.
#ifndef HAGSTONE_UNWIND_UNWINDER_H
#define HAGSTONE_UNWIND_UNWINDER_H

#include <stddef.h>
#include <stdint.h>

#include "code/emulation/registers.h"
#include "unwind/known_frames.h"
#include "unwind/modules/module_map.h"
#include "unwind/tables/rule_cache.h"
#include "unwind/stack_memory.h"
#include "unwind/unwind_frame.h"

namespace hagstone {

enum class UnwindEnd : uint8_t {
  complete,  // reached the thread's root: its return address is undefined or zero, or the dynamic loader starts there
  truncated,  // `capacity` frames written, more to come
  partial,  // below the last frame: no rule, an unreadable stack, a malformed table, or no return address behind a call
};

struct UnwindStatistics {
  uint64_t frames_by_tables;
  uint64_t frames_by_frame_pointer;
  uint64_t rules_compiled;  // cache misses
};

struct UnwindResult {
  size_t frame_count;  // at least 1: frames[0] is `registers` itself
  UnwindEnd end;
  bool is_of_other_thread = false;  // the outermost frames are of the thread that began a parallel region
  bool is_as_unwound = true;  // no frame is left out, marked, or of another stack
  size_t unchanged = 0;  // outermost frames that are those of the last unwinding with the same KnownFrames
};

// Writes frames innermost first. `capacity` > 0. Adds to `statistics`. `known`: from the same thread's last unwinding;
// replaced by the new frames. nullptr: nothing is known, and nothing is kept. The result is the same either way.
UnwindResult unwind(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                    const StackBounds &stack, const MemoryReader &memory, UnwindFrame *frames, size_t capacity,
                    UnwindStatistics &statistics, KnownFrames *known = nullptr);

}  // namespace hagstone

#endif
