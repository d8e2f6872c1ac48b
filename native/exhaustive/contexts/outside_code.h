/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The engine's code in superblocks during the time that is not measured (windows.h): only the upkeep of windows, of
 * the calls in progress and of the heap's blocks. */
#ifndef HAGSTONE_OUTSIDE_CODE_H
#define HAGSTONE_OUTSIDE_CODE_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

/* The version of a superblock that is not measured (code_versions.h). */
IRSB *hagstone_translate_outside(const IRSB *in);

#endif
