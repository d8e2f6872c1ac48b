/* SPDX-License-Identifier: MIT
 *
 * Proportional attribution with fair shares (WITCH 4.2; metrics.md section 2). Freestanding. */
#ifndef HAGSTONE_ATTRIBUTION_H
#define HAGSTONE_ATTRIBUTION_H

#include <stdint.h>

#include "raw_format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Samples that a trap represents. `sampled`: mu(C), samples taken in the context that armed the watchpoint.
 * `accounted`: eta(C), those accounted for by earlier traps; grows by what is returned. `live`: watchpoints armed in C
 * now, the trapping one included; `own`: the trapping one's part of it, at least 1. Both count samples or, where these represent
 * periods of unequal length, their periods, as mu and eta then do: each watchpoint gets a share of the backlog in proportion to
 * its own, and the rest stays for the others. `mode`: enum hagstone_attribution of raw_format.h; without
 * attribution a trap represents its own sample. The result is fractional and never rounded. */
double hagstone_attribution_credit(uint64_t sampled, double *accounted, uint64_t own, uint64_t live, uint32_t mode);

/* Adds to `context` how one of its watchpoints ended. The credit of a trap says how many samples must be handed on, not which
 * ends they would have had: of one context those that end soon keep their registers more often. These sums tell.
 * `relation`: enum hagstone_relation, 0: its memory ended. `amount`: of its sample, the length of its access or 1, times its periods.
 * `inclusion`: hagstone_reservoir_inclusion of its register. */
void hagstone_attribution_count_end(struct hagstone_watch_context *context, uint32_t relation, double amount,
                                    double inclusion);

#ifdef __cplusplus
}
#endif

#endif
