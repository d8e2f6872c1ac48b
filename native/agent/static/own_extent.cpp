// SPDX-License-Identifier: MIT
#include "process/own_extent.h"

extern "C" {
// The linker's names for the section that static/CMakeLists.txt puts the agent's code in.
extern const char __start_hagstone_text __attribute__((visibility("hidden")));
extern const char __stop_hagstone_text __attribute__((visibility("hidden")));
}

namespace hagstone {

AddressRange own_extent() {
  return {reinterpret_cast<uint64_t>(&__start_hagstone_text), reinterpret_cast<uint64_t>(&__stop_hagstone_text)};
}

}  // namespace hagstone
