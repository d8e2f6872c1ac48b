/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Profiles where computed calls and jumps go (role TARGET): the estimate of results from loads alone (Calder, Feller
 * and Eustace, section 6) needs this of jump tables, pointers to functions and calls of other modules. */
#ifndef HAGSTONE_TARGET_CODE_H
#define HAGSTONE_TARGET_CODE_H

#include "exhaustive/translation/instrumentation.h"

void hagstone_begin_target(Addr instruction);
/* The target of the last instruction, which ends the superblock. */
void hagstone_emit_target(struct hagstone_translation *translation, IRExpr *target);

#endif
