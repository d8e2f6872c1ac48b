// SPDX-License-Identifier: MIT
// The regions that the calling thread says it is in (resources/include/hagstone.h), by id, the outermost first. Changed
// outside handlers, read in them.
#ifndef HAGSTONE_SAMPLING_REGIONS_H
#define HAGSTONE_SAMPLING_REGIONS_H

#include <stdint.h>

namespace hagstone {

struct ThreadRegions {
  static constexpr uint32_t deepest = 16;
  uint32_t depth;
  uint32_t ids[deepest];
};

// Of the calling thread.
const ThreadRegions &thread_regions();

// False if it is nested too deeply.
[[nodiscard]] bool enter_region(uint32_t id);
// Leaves the innermost region of this id and those inside it; nothing if there is none.
void leave_region(uint32_t id);

}  // namespace hagstone

#endif
