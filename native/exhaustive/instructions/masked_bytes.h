/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * maskmovq, maskmovdqu and vmaskmovdqu: Valgrind loads all bytes, takes those that the mask has set from a register, and
 * stores all of them. */
#ifndef HAGSTONE_MASKED_BYTES_H
#define HAGSTONE_MASKED_BYTES_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

struct hagstone_translation;

struct hagstone_masked_bytes {
  IRExpr *address;
  IRExpr *data[2]; /* the stored value, by words */
  IRExpr *mask[2]; /* alike: all bits of a byte are set, or none */
  UInt count;      /* of bytes */
};
struct hagstone_masked_byte {
  IRExpr *address;
  IRExpr *data;   /* I8 */
  IRExpr *is_set; /* I1 */
};

/* Describes the instruction's only store. False: its form is unknown. */
Bool hagstone_find_masked_bytes(struct hagstone_translation *translation, const IRStmt *store,
                                struct hagstone_masked_bytes *masked);
void hagstone_emit_masked_byte(struct hagstone_translation *translation, const struct hagstone_masked_bytes *masked,
                               UInt number, struct hagstone_masked_byte *byte);

#endif
