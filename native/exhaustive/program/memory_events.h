/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Mappings of the program that begin, end and move, and the modules in them. */
#ifndef HAGSTONE_MEMORY_EVENTS_H
#define HAGSTONE_MEMORY_EVENTS_H

#include "pub_tool_basics.h"

void hagstone_track_memory(void);

/* After a successful madvise(2). */
void hagstone_memory_advised(Addr address, SizeT bytes, UWord advice);

/* Shadows and tables have places for the addresses below HAGSTONE_PROGRAM_END alone (shadow.h): those beyond are taken, as
 * Valgrind's address space manager sees it, so that memory which the program proposes them for comes to lie below. Go and
 * V8 propose some. A mapping at a fixed address there ends the recording. */
void hagstone_keep_program_below_its_end(void);

/* Makes the module known whose code is at `address`, if it is one. */
void hagstone_note_module(Addr address);

#endif
