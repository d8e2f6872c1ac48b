/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Interns the accesses of instructions and system calls (struct hagstone_site): overlapping superblocks, of which
 * Valgrind makes many, share them. */
#ifndef HAGSTONE_SITES_H
#define HAGSTONE_SITES_H

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or why there can be no sites. */
const char *hagstone_start_sites(void);

/* The site of access `number` of the instruction at the run-time address `instruction`. Null: no room. */
const struct hagstone_site *hagstone_instruction_site(uint64_t instruction, uint8_t number, enum hagstone_access_kind kind,
                                                      uint8_t element, uint8_t guarded, uint32_t bytes);
/* The value that the instruction writes to a register, or loads into it: write `number` of instruction_writes.h. Null:
 * no room. */
const struct hagstone_site *hagstone_register_site(uint64_t instruction, uint8_t number, uint8_t loads, uint8_t element,
                                                   uint32_t bytes);
/* The site of the loads or stores of the system call with this number. Null: no room. */
const struct hagstone_site *hagstone_system_call_site(uint32_t system_call, enum hagstone_access_kind kind);

#ifdef __cplusplus
}
#endif

#endif
