/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Static symbols as data objects, found once and then by a cache of addresses. */
#ifndef HAGSTONE_EXHAUSTIVE_STATIC_OBJECTS_H
#define HAGSTONE_EXHAUSTIVE_STATIC_OBJECTS_H

#include "data_object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The symbol's object; null: the byte is in none. */
struct hagstone_data_object *hagstone_static_object_at(uint64_t address);

/* Memory was mapped or unmapped: modules may have come and gone. Objects stay, found again or not. */
void hagstone_static_objects_changed(void);

#ifdef __cplusplus
}
#endif

#endif
