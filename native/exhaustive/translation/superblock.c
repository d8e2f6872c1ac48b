/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "superblock.h"

#include "pub_tool_libcbase.h"

void hagstone_begin_translation(struct hagstone_translation *translation, const IRSB *in) {
  VG_(memset)(translation, 0, offsetof(struct hagstone_translation, blocks));
  translation->out = deepCopyIRSBExceptStmts(in);
}
