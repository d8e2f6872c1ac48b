/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that counts blocks (executions.h) and keeps windows (windows.h). A superblock is cut into blocks at its side
 * exits; each block is counted at its end. */
#ifndef HAGSTONE_BLOCK_CODE_H
#define HAGSTONE_BLOCK_CODE_H

#include "blocks.h"
#include "superblock.h"

/* At the entry of the superblock at `address`: a window may begin or end here. */
void hagstone_emit_entry(struct hagstone_translation *translation, Addr address);
/* Counts executed instructions for windows. */
void hagstone_emit_instructions(struct hagstone_translation *translation, UInt count);

/* Begins a block at an instruction; a block that has neither instructions nor accesses leaves no trace. */
void hagstone_begin_block(struct hagstone_block_contents *block, Addr address);
/* An access of the instruction at `instruction` that happens whenever the block runs. Returns False when the block is
 * full: end it and begin another. */
Bool hagstone_add_block_access(struct hagstone_block_contents *block, Addr instruction, const struct hagstone_site *site);
void hagstone_emit_block_end(struct hagstone_translation *translation, const struct hagstone_block_contents *block);
/* After the last block. */
void hagstone_emit_end(struct hagstone_translation *translation);

/* Counts an access that may be left out. */
void hagstone_emit_guarded_count(struct hagstone_translation *translation, const struct hagstone_site *site, IRExpr *guard);

#endif
