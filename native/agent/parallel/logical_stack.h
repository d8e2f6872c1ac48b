// SPDX-License-Identifier: MIT
// The stack of a thread as its program means it: what works on a parallel region is below the code that began the region,
// also in threads that belong to the OpenMP runtime.
#ifndef HAGSTONE_PARALLEL_LOGICAL_STACK_H
#define HAGSTONE_PARALLEL_LOGICAL_STACK_H

#include "unwind/unwinder.h"

namespace hagstone {

// As unwind(), of the calling thread. Safe in signal handlers. `current`: reads memory as it is now, `memory` may give what
// it has read in the same handler. In parallel regions no frame counts as unchanged.
UnwindResult unwind_logically(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                              const MemoryReader &memory, const MemoryReader &current, UnwindFrame *frames, size_t capacity,
                              UnwindStatistics &statistics, KnownFrames &known);

}  // namespace hagstone

#endif
