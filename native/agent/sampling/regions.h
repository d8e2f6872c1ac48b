// SPDX-License-Identifier: MIT
// The regions that the calling thread says it is in (resources/include/hagstone.h), by id, the outermost first; id 0 is
// one that is not recorded. Changed outside handlers, read in them.
#ifndef HAGSTONE_SAMPLING_REGIONS_H
#define HAGSTONE_SAMPLING_REGIONS_H

#include <stdint.h>

namespace hagstone {

struct ThreadRegions {
  static constexpr uint32_t deepest = 16;
  uint32_t depth;
  uint32_t beyond;  // begun where no more could be kept, and not ended yet
  uint32_t ids[deepest];
};

// Of the calling thread.
const ThreadRegions &thread_regions();

// False if it is nested too deeply: then its end ends no other one.
[[nodiscard]] bool enter_region(uint32_t id);
// Leaves the innermost region of this id and those inside it; nothing if there is none.
void leave_region(uint32_t id);

}  // namespace hagstone

#endif
