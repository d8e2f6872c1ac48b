/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where the redundancy of a pair lies (metrics.md section 5; LOADSPY 4C). */
#ifndef HAGSTONE_EXHAUSTIVE_SCOPE_H
#define HAGSTONE_EXHAUSTIVE_SCOPE_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Scope record id: the outermost loop around both places whose header was passed since `watch_time`, when the access at
 * `watch` happened on hagstone_clock; if there is none, the innermost function that both were called from or are in.
 * Call when the access at `trap` happens, by its thread. 0: no room, or both may be in a loop whose header was not
 * watched. */
uint32_t hagstone_scope_between(hagstone_place watch, uint64_t watch_time, hagstone_place trap);
/* The same where the access at `trap` happened at `trap_time`, no longer ago than hagstone_loop_time_at can tell. */
uint32_t hagstone_scope_between_times(hagstone_place watch, uint64_t watch_time, hagstone_place trap, uint64_t trap_time);

/* In the child of a fork: the records are gone with the parent's recording. */
void hagstone_forget_scopes(void);

#ifdef __cplusplus
}
#endif

#endif
