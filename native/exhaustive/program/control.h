/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The launcher's requests while the program runs (struct hagstone_control of native/common/raw_format.h). The engine
 * only follows HAGSTONE_CONTROL_STOP. It cannot pause: with accesses missing in between, two accesses would look
 * like a pair. */
#ifndef HAGSTONE_CONTROL_H
#define HAGSTONE_CONTROL_H

/* Maps the file `control` of the directory of the processes; children of fork inherit the mapping. Without such a file there
 * are no requests. */
void hagstone_open_control(void);

int hagstone_stop_requested(void);

#endif
