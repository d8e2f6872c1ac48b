/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All measurements that exist. A new one joins by its line in start_measurements.c. */
#ifndef HAGSTONE_START_MEASUREMENTS_H
#define HAGSTONE_START_MEASUREMENTS_H

/* Starts those that the options ask for. Returns 0, or why one of them cannot measure. */
const char *hagstone_start_measurements(void);

#endif
