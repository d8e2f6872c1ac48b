/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls of the measurement of reuse distances in the translation: nothing but address, length and place is needed. */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_CODE_H
#define HAGSTONE_EXHAUSTIVE_REUSE_CODE_H

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_code_hooks hagstone_reuse_code;

/* Which thread runs, and where its accesses are kept, must be found out anew. */
void hagstone_forget_running_thread(void);

#ifdef __cplusplus
}
#endif

#endif
