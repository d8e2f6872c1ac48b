/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bt, bts, btr and btc whose bit a register numbers: the processor accesses the operand that the bit is in, which may lie
 * anywhere around the instruction's address (Intel's manual, BT). Valgrind accesses the byte with the bit. */
#ifndef HAGSTONE_BIT_STRINGS_H
#define HAGSTONE_BIT_STRINGS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

struct hagstone_translation;

/* Where the operand of `bytes` is whose byte with the bit is at `address`. Null where the translation does not show it. */
IRExpr *hagstone_emit_bit_string_address(struct hagstone_translation *translation, IRExpr *address, UInt bytes);

#endif
