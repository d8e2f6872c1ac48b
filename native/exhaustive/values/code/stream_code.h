/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Code that adds a value to its stream, and that takes values apart. */
#ifndef HAGSTONE_STREAM_CODE_H
#define HAGSTONE_STREAM_CODE_H

#include "exhaustive/translation/instrumentation.h"
#include "exhaustive/values/profile/value_streams.h"

/* At the begin of a superblock. */
void hagstone_begin_streams(void);

/* Emits the profiling of `value`, an I64, with the stream and its reference, when `guard` is true (null: always). */
void hagstone_emit_value(struct hagstone_translation *translation, struct hagstone_value_stream *stream, IRExpr *value,
                         IRExpr *guard);

/* Integer of 1, 2, 4 or 8 bytes. */
IRType hagstone_integer_type(UInt bytes);

/* The 8-byte element `number` of a temporary or constant as I64, zero-extended; null where there is no such element or
 * its type holds no values that are profiled. */
IRExpr *hagstone_emit_element(struct hagstone_translation *translation, IRExpr *data, UInt number);

#endif
