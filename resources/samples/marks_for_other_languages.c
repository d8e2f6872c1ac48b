/* SPDX-License-Identifier: MIT
 *
 * The marks as functions that other languages link with; nothing else is needed (docs/markers.md). */
#define HAGSTONE_EXTERNAL
#include <hagstone.h>
