/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whether Valgrind can run a program that this process is about to execute, with the rights, the root directory and the
 * limits that it has by now. */
#ifndef HAGSTONE_EXEC_OBSTACLES_H
#define HAGSTONE_EXEC_OBSTACLES_H

#include "pub_tool_basics.h"

/* The reason; null: it can, or no one can execute it. */
const HChar *hagstone_exec_obstacle(const HChar *program);

/* Whether the file may be executed, though perhaps not read. */
Bool hagstone_may_execute(const HChar *program);

/* Limits of file sizes below this end Valgrind when it writes a message or a file of its own. */
Bool hagstone_may_write_files(void);

#endif
