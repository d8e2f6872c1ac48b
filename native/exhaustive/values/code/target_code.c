/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "target_code.h"

#include "code_place.h"
#include "stream_code.h"

static Addr address; /* of the instruction under translation */

void hagstone_begin_target(Addr instruction) { address = instruction; }

void hagstone_emit_target(struct hagstone_translation *translation, IRExpr *target) {
  struct hagstone_value_table description = {.role = HAGSTONE_VALUE_TARGET, .bytes = sizeof(ULong)};
  hagstone_set_place(&description, address);
  struct hagstone_value_stream *stream = hagstone_value_stream(&description);
  if (stream) hagstone_emit_value(translation, stream, target, NULL);
}
