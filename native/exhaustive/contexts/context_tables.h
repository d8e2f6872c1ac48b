/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A table for each calling context, of its callees and its code: data used together is adjacent in memory.
 * Compilers have half a million contexts, and one table for all of them would miss the processor's caches each time. */
#ifndef HAGSTONE_CONTEXT_TABLES_H
#define HAGSTONE_CONTEXT_TABLES_H

#include <stdint.h>

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keys: a call site, or with one of these bits a superblock's number, or that of its loads (loads/pairs/place_numbers.h). */
#define HAGSTONE_SUPERBLOCK_KEY 0x80000000u
#define HAGSTONE_LOAD_BLOCK_KEY 0x40000000u

/* Returns 0, or why there can be no such tables. */
const char *hagstone_start_context_tables(void);

/* The value of a key that is not 0; 0 for a new one, which the caller sets. Null: no memory. Valid until the next of
 * these. */
uint32_t *hagstone_context_entry(hagstone_calling_context context, uint32_t key);

/* All entries whose value is set. */
void hagstone_visit_context_entries(void (*visit)(hagstone_calling_context context, uint32_t key, uint32_t value));

#ifdef __cplusplus
}
#endif

#endif
