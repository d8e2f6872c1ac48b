// SPDX-License-Identifier: MIT
// The calling context of an access, as nodes of the thread's tree (metrics.md section 1, Context).
#ifndef HAGSTONE_SAMPLING_CALLING_CONTEXT_H
#define HAGSTONE_SAMPLING_CALLING_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory/own_memory.h"
#include "code/emulation/registers.h"
#include "code/walk/walk.h"
#include "recording/thread_recorder.h"
#include "unwind/known_frames.h"
#include "unwind/modules/module_map.h"
#include "unwind/tables/rule_cache.h"
#include "unwind/unwinder.h"

namespace hagstone {

// Whether the registers are those before or after the access.
enum class AccessMoment : uint8_t { before, after };

struct AccessPlace {
  uint64_t instruction;  // the accessing one, or the one after it if `leaf_flags` has HAGSTONE_CONTEXT_AFTER
  uint32_t leaf_flags;
  AccessMoment moment;
};

// The place where a thread was created, as nodes of a context tree, innermost first: the last one is a root.
struct CreatorContext {
  static constexpr unsigned capacity = 48;
  struct Node {
    uint32_t module;
    uint32_t flags;
    uint64_t offset;
  };

  uint32_t count = 0;  // 0: not known
  Node nodes[capacity];
};

// One per thread; safe in signal handlers.
class CallingContexts {
 public:
  // `frames`: room for `depth_cap` frames. `thread_index`: of hagstone_thread.
  void open(UnwindFrame *frames, size_t depth_cap, uint32_t thread_index);
  // That of the thread itself; stays with the caller.
  void set_creator(const CreatorContext &creator) { creator_ = &creator; }

  // no_context if there is no room for it.
  ContextId find(const AccessPlace &place, const Registers &registers, const ModuleMapSnapshot &modules,
                 OwnMemory &own_memory, ThreadRecorder &recorder);

  // For a thread that the function with these registers creates: its callers, and where this thread was created itself.
  void find_creator(const Registers &registers, const ModuleMapSnapshot &modules, OwnMemory &own_memory,
                    CreatorContext &found);

  // The context of an instruction with the same callers as the last find(); without unwinding.
  ContextId find_beside(uint64_t instruction, const ModuleMapSnapshot &modules, ThreadRecorder &recorder);

  // Whether the last find() found all callers, in the same handler, so that other frames' can be found from them.
  bool knows_callers() const { return frame_count_ > 1 && known_context_count_ == frame_count_ - 1; }
  // Whether calls and returns from the frame that find() was last asked for lead where the unwound frames say.
  bool leads_to(const FramePath &path) const;
  // The context of an instruction at the end of such a path; without unwinding.
  ContextId find_along(const FramePath &path, uint64_t instruction, const ModuleMapSnapshot &modules,
                       ThreadRecorder &recorder);

 private:
  size_t first_caller(const AccessPlace &place, const ModuleMapSnapshot &modules, const MemoryReader &memory,
                      size_t frame_count) const;
  void count(const UnwindResult &result, const UnwindStatistics &statistics, ThreadRecorder &recorder);
  ContextId root(const UnwindResult &result, ThreadRecorder &recorder);
  UnwindResult unwind_logically(const Registers &registers, const ModuleMapSnapshot &modules, OwnMemory &own_memory,
                                size_t capacity, UnwindStatistics &statistics);

  UnwindFrame *frames_ = nullptr;
  size_t frame_count_ = 0;  // that find() found last; 0: not all of the stack
  size_t depth_cap_ = 0;
  uint32_t thread_index_ = 0;
  const CreatorContext *creator_ = nullptr;
  // Once found; it does not change, and has up to 48 contexts above it.
  ContextId created_root_ = no_context;
  // The parent of find()'s last leaf, no_context if it failed, and the flags of such a leaf.
  ContextId last_caller_ = no_context;
  uint32_t last_end_flag_ = 0;
  RuleCache rules_;
  KnownFrames known_frames_;
  // For the outermost frames of the last unwinding, outermost first: their contexts need no lookup.
  ContextId known_contexts_[KnownFrames::capacity];
  size_t known_context_count_ = 0;
};

}  // namespace hagstone

#endif
