/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The marks of resources/include/hagstone.h, which reach a Valgrind tool as client requests. */
#ifndef HAGSTONE_EXHAUSTIVE_CLIENT_REQUESTS_H
#define HAGSTONE_EXHAUSTIVE_CLIENT_REQUESTS_H

/* Registers for them with Valgrind. */
void hagstone_track_marks(void);

#endif
