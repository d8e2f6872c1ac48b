/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The code that is inserted for parallel regions (team_regions.h). */
#ifndef HAGSTONE_TEAM_CODE_H
#define HAGSTONE_TEAM_CODE_H

#include "pub_tool_basics.h"

struct hagstone_translation;

/* The first of a superblock, before its calling context is read: if a function begins at `address` that begins a region, or
 * that is the code of one. */
void hagstone_emit_team_entry(struct hagstone_translation *translation, Addr address);

#endif
