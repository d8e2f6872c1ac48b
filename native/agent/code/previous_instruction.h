// SPDX-License-Identifier: MIT
// The instruction that lies before an address, by decoding its function from the start.
#ifndef HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H
#define HAGSTONE_CODE_PREVIOUS_INSTRUCTION_H

#include <stdint.h>

#include "unwind/modules/module_map.h"

namespace hagstone {

// Decodes the function around `inside` and gives the instruction that ends at `end`; in code whose functions are not known
// it is probable only. 0 if there is no code, if `end` is its start, if decoding does not land there, or if it lies too far
// from the start for a signal handler (256 KiB, some milliseconds). Safe in signal handlers.
uint64_t previous_instruction(uint64_t inside, uint64_t end, const ModuleMapSnapshot &modules);

}  // namespace hagstone

#endif
