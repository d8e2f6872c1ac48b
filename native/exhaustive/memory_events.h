/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mappings of the program that begin, end and move, and the modules in them. */
#ifndef HAGSTONE_MEMORY_EVENTS_H
#define HAGSTONE_MEMORY_EVENTS_H

#include "pub_tool_basics.h"

void hagstone_track_memory(void);

/* Makes the module known whose code is at `address`, if it is one. */
void hagstone_note_module(Addr address);

#endif
