/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Questions of scopes about the program's code. */
#ifndef HAGSTONE_EXHAUSTIVE_PROGRAM_CODE_H
#define HAGSTONE_EXHAUSTIVE_PROGRAM_CODE_H

#include <stdint.h>

#include "../measurement.h"
#include "loops_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The loops that the options' file has; none without a file. */
const struct hagstone_loops *hagstone_program_loops(void);
/* `text`, the file, must stay. Returns as hagstone_parse_loops. */
const char *hagstone_read_program_loops(const char *text, uint64_t length, uint32_t *line);

/* Those of a module of the recording; null: the file has none for it, or no code of it was translated yet. */
const struct hagstone_loop_module *hagstone_loops_of_module(uint32_t module);
/* Those of the module around an address, which is about to be translated, and the module's bias. */
const struct hagstone_loop_module *hagstone_loops_around(uint64_t address, uint64_t *bias);

/* Where a function was called from: an address (ELF virtual address in the module) within the call instruction, or of
 * the instruction that a signal interrupted. Returns 0 for the root of a thread. */
int hagstone_call_site(hagstone_calling_context context, uint32_t *module, uint64_t *offset);

#ifdef __cplusplus
}
#endif

#endif
