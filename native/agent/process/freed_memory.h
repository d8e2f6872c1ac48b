// SPDX-License-Identifier: MIT
// The functions that end the target's memory: watchpoints of any thread on it are notified.
#ifndef HAGSTONE_PROCESS_FREED_MEMORY_H
#define HAGSTONE_PROCESS_FREED_MEMORY_H

#include "unwind/modules/module_map.h"

namespace hagstone {

// Before anything is watched: asks the allocator how long its blocks are. Where free and malloc_usable_size are not of one
// module, two allocators meet in the process, and blocks are not seen to end. Outside handlers.
void find_block_sizes(const ModuleMapSnapshot &modules);

}  // namespace hagstone

#endif
