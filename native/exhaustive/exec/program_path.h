/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The file that a program means when it executes one of the kernel's links to a file. */
#ifndef HAGSTONE_PROGRAM_PATH_H
#define HAGSTONE_PROGRAM_PATH_H

#include "pub_tool_basics.h"

enum { HAGSTONE_LONGEST_LINK = 4096 };

enum hagstone_link_kind {
  HAGSTONE_LINK_NONE,     /* an ordinary path */
  HAGSTONE_LINK_RESOLVED, /* `path` names the file */
  HAGSTONE_LINK_ONLY      /* the file has no other name here: only exec(2) itself can open it, by `path` */
};

/* /proc/PID/exe of a program below Valgrind is Valgrind's tool, and a descriptor that closes at exec is closed before
 * Valgrind opens the file. Puts the path to use into `path` unless it is HAGSTONE_LINK_NONE. */
enum hagstone_link_kind hagstone_resolve_program(const HChar *given, HChar path[HAGSTONE_LONGEST_LINK]);

#endif
