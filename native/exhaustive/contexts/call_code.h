/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that keeps the shadow stack at the ends of superblocks (shadow_stack.h), and the hooks of heap.h at the
 * entries of functions. */
#ifndef HAGSTONE_CALL_CODE_H
#define HAGSTONE_CALL_CODE_H

#include "pub_tool_basics.h"

struct hagstone_translation;

/* The last statement: a call that returns to `return_address`. */
void hagstone_emit_call(struct hagstone_translation *translation, Addr return_address);
void hagstone_emit_return(struct hagstone_translation *translation);
void hagstone_emit_indirect_jump(struct hagstone_translation *translation);

/* The same if contexts are not kept: frames keep only their call site. */
void hagstone_emit_call_outside(struct hagstone_translation *translation, Addr return_address);
void hagstone_emit_return_outside(struct hagstone_translation *translation);

/* The first: if an allocation function begins at `address`. */
void hagstone_emit_heap_entry(struct hagstone_translation *translation, Addr address);

#endif
