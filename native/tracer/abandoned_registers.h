// SPDX-License-Identifier: MIT
// Debug registers stay set when the process that set them is killed: each access to what they watch would trap on, and
// nobody would turn them off.
#ifndef HAGSTONE_TRACER_ABANDONED_REGISTERS_H
#define HAGSTONE_TRACER_ABANDONED_REGISTERS_H

namespace hagstone {

// Turns off those of everything that this process started, directly or not. What somebody else traces by now is left alone.
void clear_abandoned_registers();

}  // namespace hagstone

#endif
