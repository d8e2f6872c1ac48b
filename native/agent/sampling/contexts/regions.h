// SPDX-License-Identifier: MIT
// The regions that the calling thread is in.
#ifndef HAGSTONE_SAMPLING_REGIONS_H
#define HAGSTONE_SAMPLING_REGIONS_H

#include <stdint.h>

#include "base/thread_storage.h"

namespace hagstone {

// The regions of the calling thread.
const ThreadRegions &thread_regions();

// False if it is nested too deeply: then its end ends no other one.
[[nodiscard]] bool enter_region(uint32_t id);
// Leaves the innermost region of this id and those inside it; nothing if there is none.
void leave_region(uint32_t id);

}  // namespace hagstone

#endif
