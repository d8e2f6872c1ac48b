/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Returns of allocation functions, whose results the engine needs: the shadow stack sees them, and the heap waits for
 * them. Neither includes the other. */
#ifndef HAGSTONE_WATCHED_RETURN_H
#define HAGSTONE_WATCHED_RETURN_H

#include <stdint.h>

/* Marks the running thread's innermost frame. In shadow_stack.c. */
void hagstone_watch_return(void);
/* The function with the marked frame, which was the innermost one until now, returned this. In heap.c. */
void hagstone_watched_function_returns(uint64_t value);

#endif
