/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's way to the options (options.h). */
#ifndef HAGSTONE_COMMAND_LINE_H
#define HAGSTONE_COMMAND_LINE_H

#include "pub_tool_basics.h"

/* False: not an option of this tool. Ends the run on a bad value. */
Bool hagstone_process_option(const HChar *argument);
void hagstone_print_usage(void);
void hagstone_print_debug_usage(void);

/* Ends the run with one line if something is missing. */
void hagstone_check_options(void);

#endif
