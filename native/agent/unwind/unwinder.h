// SPDX-License-Identifier: MIT
// Unwinds the calling thread's stack by call frame information (DWARF 4 section 6.4, LSB 10.6), in a signal handler.
//
// Code without it is followed from the start of its function (frame_layout.h), or else to its return (return_path.h), or
// the frame pointer is used.
//
// The call frame instructions of a program counter are run once; the row that they give is kept in a per-thread
// direct-mapped cache (framehop and parca-agent do the same), so that a known stack costs one lookup and two or three
// reads per frame. Tables are untrusted: every read is bounds-checked, and a malformed one ends the unwind as partial.
#ifndef HAGSTONE_UNWIND_UNWINDER_H
#define HAGSTONE_UNWIND_UNWINDER_H

#include <stddef.h>
#include <stdint.h>

#include "code/emulation/registers.h"
#include "unwind/modules/module_map.h"
#include "unwind/tables/rule_cache.h"
#include "unwind/stack_memory.h"

namespace hagstone {

struct UnwindFrame {
  uint64_t instruction;    // run-time address
  uint64_t stack_pointer;  // at that instruction, in this frame
  const Module *module;    // nullptr: in no known module. Valid as long as the snapshot
  uint32_t flags;          // HAGSTONE_CONTEXT_RETURN_ADDRESS, _FRAME_POINTER, _SIGNAL_FRAME of raw_format.h
};

enum class UnwindEnd : uint8_t {
  complete,   // reached the thread's root (return address undefined by its call frame information, or zero)
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
};

// Writes frames innermost first. `capacity` > 0. Adds to `statistics`.
UnwindResult unwind(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                    const StackBounds &stack, const MemoryReader &memory, UnwindFrame *frames, size_t capacity,
                    UnwindStatistics &statistics);

}  // namespace hagstone

#endif
