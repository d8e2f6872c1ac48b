// SPDX-License-Identifier: MIT
// All that the agent keeps in thread-local storage: one block, so that it can be kept from being watched whole.
#ifndef HAGSTONE_BASE_THREAD_STORAGE_H
#define HAGSTONE_BASE_THREAD_STORAGE_H

#include <signal.h>
#include <stdint.h>

namespace hagstone {

class Thread;
struct ParallelRegion;
struct ThreadStorage;
struct RegionRun;

// The regions that the calling thread says it is in (resources/include/hagstone.h), by id, the outermost first; id 0 is
// one that is not recorded. Changed outside handlers, read in them.
struct ThreadRegions {
  static constexpr uint32_t deepest = 16;
  uint32_t depth;
  uint32_t beyond;  // begun where no more could be kept, and not ended yet
  uint32_t ids[deepest];
};

// The calling thread's place among the parallel regions of OpenMP (parallel/parallel_region.h). Changed outside
// handlers, read in them.
struct ThreadParallelism {
  const RegionRun *run;              // the innermost region that it works on; nullptr: none
  uint64_t begun;                    // regions that it began itself
  const ParallelRegion *left;        // the last one that it left, perhaps before others did: nullptr for none
  uint64_t left_serial;              // as it was then
  const ThreadStorage *left_creator;
};

struct ThreadStorage {
  uint64_t handler_stack_top;  // first, for process/signals/handler_entry.S
  Thread *thread;              // nullptr in threads that the agent does not know
  ThreadRegions regions;
  ThreadParallelism parallel;
  bool looking_up_allocator;   // by freed_memory.cpp
  bool trap_blocked;           // the target blocks SIGTRAP, as far as it can tell
  bool trap_pending;
  siginfo_t pending_trap;
};

}  // namespace hagstone

// Initial-exec: handlers must reach it without a call into the dynamic loader.
extern "C" __attribute__((tls_model("initial-exec"),
                          visibility("hidden"))) constinit thread_local hagstone::ThreadStorage hagstone_thread_storage;

#endif
