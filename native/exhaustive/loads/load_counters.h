/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Outcomes of a load, counted in the recording (metrics.md sections 1 and 2). */
#ifndef HAGSTONE_EXHAUSTIVE_LOAD_COUNTERS_H
#define HAGSTONE_EXHAUSTIVE_LOAD_COUNTERS_H

#include <stdint.h>

#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An earlier load of some of the bytes. */
struct hagstone_earlier_load {
  hagstone_place place;
  uint64_t time;  /* of the lowest of the bytes */
  uint64_t bytes;
  uint32_t scope; /* of the repetition; 0 where the scope is no part of a pair's identity */
};

/* The earlier loads of one load's bytes, each place and scope once. Starts as all zeros, is cleared for the next
   load. */
struct hagstone_earlier_loads {
  struct hagstone_earlier_load *loads;
  uint32_t count;
  uint32_t capacity;
  uint32_t latest;      /* number of the load that bytes were added to last */
  uint64_t latest_time; /* when those were loaded */
};

void hagstone_earlier_loads_clear(struct hagstone_earlier_loads *earlier);
/* Bytes that `place` loaded at `time`, of a load at `trap` that happens now. Where there is no memory they are left out,
 * counted as dropped_pairs_full. */
void hagstone_earlier_loads_add(struct hagstone_earlier_loads *earlier, hagstone_place place, uint64_t time,
                                hagstone_place trap, uint64_t bytes);

/* A load at `trap` that repeats all of its earlier loads. `interleaved`: another thread accessed some of the bytes in
 * between. */
void hagstone_count_redundant_load(hagstone_place trap, const struct hagstone_earlier_loads *earlier, int interleaved);
/* A load that repeats less: the earlier ones were of use, unless another thread accessed some of the bytes in between. */
void hagstone_count_useful_load(const struct hagstone_earlier_loads *earlier, int interleaved);
void hagstone_count_first_load(hagstone_place place, uint64_t bytes);

/* The earlier load's bytes will not be loaded again before the end, or before their memory is gone. */
void hagstone_count_unfinished_load(hagstone_place place, uint64_t bytes);
void hagstone_count_freed_load(hagstone_place place, uint64_t bytes);
/* A caller that counts everything unfinished begins with none. */
void hagstone_forget_unfinished_loads(void);

/* The pair of the two where the scope is no part of its identity, new if need be; its scope, if the options want it, of
 * accesses at these times on hagstone_clock (../scope/scope.h). Its number (load_pairs.h); 0: no room, counted. */
uint32_t hagstone_redundant_load_pair(hagstone_place watch, uint64_t watch_time, hagstone_place trap, uint64_t trap_time);

/* In the child of a fork: the counters are gone with the parent's recording. */
void hagstone_forget_load_counters(void);

#ifdef __cplusplus
}
#endif

#endif
