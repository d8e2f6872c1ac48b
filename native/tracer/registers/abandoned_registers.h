// SPDX-License-Identifier: MIT
// Debug registers stay set when the process that set them is killed: each access to the watched memory would trap, and
// nothing would turn them off.
#ifndef HAGSTONE_TRACER_ABANDONED_REGISTERS_H
#define HAGSTONE_TRACER_ABANDONED_REGISTERS_H

namespace hagstone {

// Turns off those of everything that this process started, directly or not. Processes traced by another tracer are left
// alone.
void clear_abandoned_registers();

}  // namespace hagstone

#endif
