/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's data objects (metrics.md section 6; LOADSPY 4B): static symbols, heap blocks, mappings. All other
 * memory, above all stacks, is left out. Each block and each mapping is a separate object; their records and counts
 * (object_records.h) are by allocation context, static ones by symbol. */
#ifndef HAGSTONE_EXHAUSTIVE_OBJECTS_H
#define HAGSTONE_EXHAUSTIVE_OBJECTS_H

#include <stdint.h>

#include "../measurement.h"
#include "data_object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns 0, or why objects cannot be identified. `ended` is called for each heap block that is freed and each mapping that is
 * unmapped at once. */
const char *hagstone_start_objects(void (*ended)(struct hagstone_data_object *object));

/* The object that the byte belongs to: a heap block before a static symbol before a mapping; null: none. */
struct hagstone_data_object *hagstone_object_at(uint64_t address);

/* Like the events of measurement.h. */
void hagstone_objects_begin(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how,
                            hagstone_calling_context context);
void hagstone_objects_end(uint64_t address, uint64_t bytes, enum hagstone_memory_end how);
void hagstone_objects_move(uint64_t from, uint64_t to, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
