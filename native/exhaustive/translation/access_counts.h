/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accesses that no block tells: guarded ones (masked moves) and those of system calls, by context. */
#ifndef HAGSTONE_ACCESS_COUNTS_H
#define HAGSTONE_ACCESS_COUNTS_H

#include "blocks.h"
#include "exhaustive/measurement.h"

/* Called by translated code: an access in the running context. */
void hagstone_count_access(const struct hagstone_site *site, uint64_t bytes);
void hagstone_count_access_in(hagstone_calling_context context, const struct hagstone_site *site, uint64_t bytes);

/* Adds the program's own to the sums; writes the kernel's into the statistics. */
void hagstone_sum_up_access_counts(struct hagstone_block_sums *sums);

/* In the child of a fork: the counters are gone. */
void hagstone_forget_access_counts(void);

#endif
