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

/* 0 until the process has had two threads at once; then 1 for good, and all code is translated again. So code for a
   single thread need not handle others. Measurements learn it from several_threads. */
int hagstone_several_threads(void);

#ifdef __cplusplus
}
#endif

#endif
