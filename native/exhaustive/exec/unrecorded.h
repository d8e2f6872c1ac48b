/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Notes of processes that run without being recorded. They lie in a file beside the raw files that is mapped
 * before anything can take the right to it away: a process without rights, below another root or with a limit of file
 * sizes still writes there. */
#ifndef HAGSTONE_UNRECORDED_H
#define HAGSTONE_UNRECORDED_H

#include "pub_tool_basics.h"

/* Maps the notes in the directory of the recording. Without them nothing is noted. */
void hagstone_open_notes(void);

/* The program with this path runs unrecorded from now on. */
void hagstone_note_unrecorded(const HChar *program, const HChar *why);

#endif
