/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two versions of each superblock: one for the time that is measured, one for the time that is passed over (windows.h).
 * Valgrind keeps one translation for each address of the program. Its table of translations takes any number for an
 * address, so that the second version is there under the address with a bit that no address has; the functions by which
 * Valgrind's scheduler looks translations up and adds them are wrapped to that end (-Wl,--wrap, CMakeLists.txt).
 *
 * A version ends by itself: superblocks jump to superblocks of their own version without any look-up. Each begins by
 * leaving where a window is over (block_code.c); otherwise versions change between superblocks (client requests). */
#ifndef HAGSTONE_CODE_VERSIONS_H
#define HAGSTONE_CODE_VERSIONS_H

#include "pub_tool_basics.h"
#include "libvex.h"

/* Begins with the version that is measured. `least`: how far its translations keep registers up to date; the other
 * version's do it as far as Valgrind knows. */
void hagstone_start_code_versions(VexRegisterUpdates least);

/* hagstone_engine.measuring has changed: from the next superblock on the other version runs. */
void hagstone_change_version(void);

#endif
