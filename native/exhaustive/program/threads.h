/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's threads: numbered in order of creation, rooted in the tree of calling contexts where they were created. */
#ifndef HAGSTONE_THREADS_H
#define HAGSTONE_THREADS_H

#include <stdint.h>

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0 until the process has had a second thread at once; then 1 for good, and all code is translated anew, so that code
 * for a single thread need not care about others. Measurements are told by several_threads. */
int hagstone_several_threads(void);

#ifdef __cplusplus
}
#endif

#endif
