/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The processor's time stamps (RDTSC), which are others in every run. The dynamic linker keeps some on the stack: bytes that
 * are equal to later ones by chance are redundant loads in one run and not in the other. */
#ifndef HAGSTONE_TIME_STAMPS_H
#define HAGSTONE_TIME_STAMPS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Makes them one number, in a superblock that nothing was done to yet. */
void hagstone_fix_time_stamps(IRSB *superblock);

#endif
