/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout of the file `unrecorded`: lines "PROCESS\tPATH\tREASON\n", one for each process that runs without being recorded. */
#ifndef HAGSTONE_UNRECORDED_NOTES_H
#define HAGSTONE_UNRECORDED_NOTES_H

#include <stdint.h>

#define HAGSTONE_NOTES_NAME "unrecorded"

enum { HAGSTONE_NOTES_BYTES = 1 << 16, HAGSTONE_LONGEST_NOTE = 512 };

struct hagstone_notes {
  uint64_t used; /* bytes of text, including text without room */
  char text[HAGSTONE_NOTES_BYTES - sizeof(uint64_t)];
};

#endif
