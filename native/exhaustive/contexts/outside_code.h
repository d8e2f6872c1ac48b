/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the engine puts into superblocks for the time that is not measured (windows.h): only what keeps windows, the calls
 * in progress and the blocks of the heap. */
#ifndef HAGSTONE_OUTSIDE_CODE_H
#define HAGSTONE_OUTSIDE_CODE_H

#include "exhaustive/translation/translation.h"

/* The version of a superblock that is not measured (code_versions.h). */
IRSB *hagstone_translate_outside(const IRSB *in);

#endif
