/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "parameter_code.h"

#include "libvex_guest_offsets.h"
#include "pub_tool_debuginfo.h"

#include "exhaustive/tables/hash_table.h"
#include "code_place.h"
#include "stream_code.h"

static struct hagstone_hash_table call_targets; /* address, 0: 1 */

void hagstone_note_call(const IRExpr *target) {
  if (target->tag != Iex_Const) return;
  uint64_t *known = hagstone_hash_add(&call_targets, target->Iex.Const.con->Ico.U64, 0);
  if (known) *known = 1;
}

/* A jump through memory, to be bound to the procedure of a library: [endbr64] [bnd] jmp *offset(%rip). */
static Bool is_stub(Addr address) {
  const UChar *code = (const UChar *)address;
  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] == 0xfa) code += 4;
  if (code[0] == 0xf2) code++;
  return code[0] == 0xff && code[1] == 0x25;
}

static Bool is_procedure(Addr address) {
  const HChar *name;
  if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name)) return True;
  return hagstone_hash_find(&call_targets, address, 0) && !is_stub(address);
}

void hagstone_emit_parameters(struct hagstone_translation *translation, Addr address) {
  static const Int registers[] = {OFFSET_amd64_RDI, OFFSET_amd64_RSI, OFFSET_amd64_RDX,
                                  OFFSET_amd64_RCX, OFFSET_amd64_R8,  OFFSET_amd64_R9};
  if (!is_procedure(address)) return;
  for (UInt i = 0; i < sizeof registers / sizeof *registers; i++) {
    struct hagstone_value_table description = {
        .role = HAGSTONE_VALUE_PARAMETER, .slot = (UShort)(i * 8), .bytes = sizeof(ULong)};
    hagstone_set_place(&description, address);
    struct hagstone_value_stream *stream = hagstone_value_stream(&description);
    if (!stream) return;
    IRExpr *value = hagstone_ir_assign(translation, IRExpr_Get(registers[i], Ity_I64));
    hagstone_emit_value(translation, stream, value, NULL);
  }
}
