/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From (context, block) to the counter in the recording: a table of its own for each context, so that the blocks that run
 * together in a context lie together in memory. */
#ifndef HAGSTONE_CONTEXT_COUNTERS_H
#define HAGSTONE_CONTEXT_COUNTERS_H

#include <stdint.h>

#include "measurement.h"

/* Returns 0, or why there can be no such tables. */
const char *hagstone_start_context_counters(void);

/* Place of the counter of a block in a context (0: all contexts together); holds null for a new one, which the caller
 * sets. Null: no memory. */
uint64_t **hagstone_context_counter(hagstone_calling_context context, uint32_t block);

void hagstone_visit_context_counters(void (*visit)(uint32_t block, uint64_t count, void *data), void *data);

/* In the child of a fork: the counters are gone. */
void hagstone_forget_context_counters(void);

#endif
