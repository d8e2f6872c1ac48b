/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Code of the measurement of reuse distances in the translation: writes addresses into the batch (access_batch.h). */
#ifndef HAGSTONE_EXHAUSTIVE_REUSE_CODE_H
#define HAGSTONE_EXHAUSTIVE_REUSE_CODE_H

#include "exhaustive/measurement.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_code_hooks hagstone_reuse_code;

#ifdef __cplusplus
}
#endif

#endif
