/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Puts the engine's code into each superblock that Valgrind translates: calling contexts, block counts, windows, and
 * for every load and store the measurements' code. */
#ifndef HAGSTONE_TRANSLATION_H
#define HAGSTONE_TRANSLATION_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

IRSB *hagstone_translate(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                         const VexArchInfo *host, IRType guest_word, IRType host_word);

#endif
