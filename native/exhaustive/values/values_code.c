/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "values_code.h"

#include "stream_code.h"
#include "values.h"

static IRType integer_of(UInt bytes) {
  switch (bytes) {
    case 1: return Ity_I8;
    case 2: return Ity_I16;
    case 4: return Ity_I32;
    default: return Ity_I64;
  }
}

static IRExpr *element_in_memory(struct hagstone_translation *translation, IRExpr *address, UInt number, UInt bytes) {
  IRExpr *place = hagstone_ir_binary(translation, Iop_Add64, address, hagstone_ir_constant(8 * number));
  return hagstone_emit_element(translation, hagstone_ir_load(translation, integer_of(bytes), place), 0);
}

static void after_access(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  const UInt count = hagstone_value_elements(access->bytes);
  if (!access->data && access->modifies) return; /* memory no longer has it */
  /* A narrow load under a guard is widened in the same statement. */
  const Bool apart = access->data && (UInt)sizeofIRType(hagstone_ir_type(translation, access->data)) == access->bytes;
  for (UInt i = 0; i < count; i++) {
    struct hagstone_value_stream *stream = hagstone_access_values(access->site, i);
    if (!stream) return;
    const UInt bytes = hagstone_value_element_bytes(access->bytes, i);
    IRExpr *value = apart ? hagstone_emit_element(translation, access->data, i)
                          : element_in_memory(translation, access->address, i, bytes);
    if (value) hagstone_emit_value(translation, stream, value, access->guard);
  }
}

const struct hagstone_code_hooks hagstone_values_code = {.after_load = after_access, .after_store = after_access};
