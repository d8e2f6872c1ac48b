// SPDX-License-Identifier: MIT
#include "sampling/contexts/regions.h"

namespace hagstone {

namespace {

ThreadRegions &own_regions() { return hagstone_thread_storage.regions; }

// A handler of this thread finds the ids below the depth that it sees.
void set_depth(uint32_t depth) {
  __atomic_signal_fence(__ATOMIC_RELEASE);
  __atomic_store_n(&own_regions().depth, depth, __ATOMIC_RELAXED);
}

}  // namespace

const ThreadRegions &thread_regions() { return own_regions(); }

bool enter_region(uint32_t id) {
  ThreadRegions &regions = own_regions();
  if (regions.depth == ThreadRegions::deepest) {
    regions.beyond++;
    return false;
  }
  regions.ids[regions.depth] = id;
  set_depth(regions.depth + 1);
  return true;
}

void leave_region(uint32_t id) {
  ThreadRegions &regions = own_regions();
  if (regions.beyond > 0) {
    regions.beyond--;
    return;
  }
  uint32_t depth = regions.depth;
  while (depth > 0 && regions.ids[depth - 1] != id) depth--;
  if (depth > 0) set_depth(depth - 1);
}

}  // namespace hagstone
