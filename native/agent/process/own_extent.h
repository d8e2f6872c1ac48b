// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_PROCESS_OWN_EXTENT_H
#define HAGSTONE_PROCESS_OWN_EXTENT_H

#include "unwind/modules/module_map.h"

namespace hagstone {

// The agent's memory in the target: code and data of its library, or its code where it is linked into the program.
AddressRange own_extent();

}  // namespace hagstone

#endif
