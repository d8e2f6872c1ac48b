/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_CLOCK_H
#define HAGSTONE_EXHAUSTIVE_CLOCK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Tells what came before what (LOADSPY 4C). It continues at each loop header, and where the order of accesses is asked for
 * at each access. A scope asks only whether a header was passed after a load by the same thread, so that loads need
 * not advance it, and one clock does for all threads. */
extern uint64_t hagstone_clock;

#ifdef __cplusplus
}
#endif

#endif
