/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_EXHAUSTIVE_REPEATED_VALUE_H
#define HAGSTONE_EXHAUSTIVE_REPEATED_VALUE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if each element of the `bytes` bytes at `later` repeats that at `earlier` (native/common/compare.h), one that does
 * not is enough for 0. Bytes left over behind the last whole element compare as bytes. `tolerance` in billionths. */
int hagstone_value_repeats(uint32_t element, const uint8_t *earlier, const uint8_t *later, uint64_t bytes,
                           uint32_t tolerance);

#ifdef __cplusplus
}
#endif

#endif
