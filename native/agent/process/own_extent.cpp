// SPDX-License-Identifier: MIT
#include "process/own_extent.h"

extern "C" {
// Start of this library, by the linker.
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));
}

namespace hagstone {

AddressRange own_extent() { return {reinterpret_cast<uint64_t>(&__ehdr_start), reinterpret_cast<uint64_t>(&_end)}; }

}  // namespace hagstone
