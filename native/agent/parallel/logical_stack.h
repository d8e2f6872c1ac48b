// SPDX-License-Identifier: MIT
// The stack of a thread as the programmer sees it: work in a parallel region is below the code that started the region,
// even in threads of the OpenMP runtime.
#ifndef HAGSTONE_PARALLEL_LOGICAL_STACK_H
#define HAGSTONE_PARALLEL_LOGICAL_STACK_H

#include "unwind/unwinder.h"

namespace hagstone {

// Like unwind(), for the calling thread. Safe in signal handlers. `current`: reads memory as it is now; `memory` may
// return earlier reads of the same handler. In parallel regions no frame counts as unchanged.
UnwindResult unwind_logically(const Registers &registers, const ModuleMapSnapshot &modules, RuleCache &cache,
                              const MemoryReader &memory, const MemoryReader &current, UnwindFrame *frames, size_t capacity,
                              UnwindStatistics &statistics, KnownFrames &known);

}  // namespace hagstone

#endif
