/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * If scopes are requested, each loop header of the program keeps the time of its last pass in its calling context
 * (LOADSPY 4C). */
#ifndef HAGSTONE_EXHAUSTIVE_LOOP_HEADERS_H
#define HAGSTONE_EXHAUSTIVE_LOOP_HEADERS_H

#include "translation/instrumentation.h"

/* After the options are known. Returns 0, or why the loops cannot be read (one sentence with the remedy). */
const char *hagstone_start_loop_headers(void);

/* To be called ahead of each instruction's own statements. Emits code if a loop begins at the run-time address. */
void hagstone_instrument_loop_header(struct hagstone_translation *translation, Addr address);

#endif
