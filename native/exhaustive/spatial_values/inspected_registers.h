/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The registers of a thread as groups of values (REDSPY 4.2): general registers; those of the x87 that are in use, always
 * approximately; those of SSE and AVX, whole or element by element. The upper halves of the latter count if any of them
 * holds anything. */
#ifndef HAGSTONE_EXHAUSTIVE_INSPECTED_REGISTERS_H
#define HAGSTONE_EXHAUSTIVE_INSPECTED_REGISTERS_H

#include "pub_tool_basics.h"

#include "inspected_array.h"

/* Between two superblocks of the thread. `context` as in hagstone_inspection. */
void hagstone_inspect_thread_registers(ThreadId thread, const struct hagstone_marked_values *values, uint32_t context);

#endif
