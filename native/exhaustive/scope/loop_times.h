/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * When the header of a loop was last passed in a calling context (LOADSPY 4C: the counters of loop nodes). */
#ifndef HAGSTONE_EXHAUSTIVE_LOOP_TIMES_H
#define HAGSTONE_EXHAUSTIVE_LOOP_TIMES_H

#include <stdint.h>

#include "../measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the time stands, on hagstone_clock, 0 until the first; always the same place. Where there is no memory for more
 * it is a place that stands for no loop. */
uint64_t *hagstone_loop_time(hagstone_calling_context context, uint32_t loop);

#ifdef __cplusplus
}
#endif

#endif
