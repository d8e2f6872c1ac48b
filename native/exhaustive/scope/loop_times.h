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
 * it is a place that represents no loop. */
uint64_t *hagstone_loop_time(hagstone_calling_context context, uint32_t loop);

/* The latest passes, by hagstone_clock modulo their number: a later request for a scope must know which times
 * stood at before. Written by translated code, where nothing but headers advances the clock. */
enum { HAGSTONE_PASSES_KEPT = 1024 };
struct hagstone_pass {
  uint64_t *time;
  uint64_t before;
};
extern struct hagstone_pass hagstone_passes[HAGSTONE_PASSES_KEPT];
/* Called before the passes kept from 0 on are overwritten. Null: no one needs earlier ones. */
extern void (*hagstone_before_passes_are_forgotten)(void);

/* Where a time stood when hagstone_clock was `clock`, which it is still or was since the latest call of
 * hagstone_before_passes_are_forgotten. */
uint64_t hagstone_loop_time_at(const uint64_t *time, uint64_t clock);

#ifdef __cplusplus
}
#endif

#endif
