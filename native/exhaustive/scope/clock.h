/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_CLOCK_H
#define HAGSTONE_EXHAUSTIVE_CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Orders events (LOADSPY 4C). It advances at each loop header and, if the order of accesses is needed, at each
   access. A scope only needs to know whether a header was passed after a load by the same thread, so loads need not
   advance it, and one clock serves all threads. */
extern uint64_t hagstone_clock;

#ifdef __cplusplus
}
#endif

#endif
