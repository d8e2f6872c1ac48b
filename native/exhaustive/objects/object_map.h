/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From addresses to the heap blocks and mappings around them: linear tables in shadow memory, by word for small
 * ones, by page for large ones. */
#ifndef HAGSTONE_EXHAUSTIVE_OBJECT_MAP_H
#define HAGSTONE_EXHAUSTIVE_OBJECT_MAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Each has tables of its own, so that blocks lie in mappings. */
enum hagstone_object_layer { HAGSTONE_LAYER_HEAP = 0, HAGSTONE_LAYER_MAPPINGS = 1, HAGSTONE_LAYERS = 2 };

/* Returns 0, or why there can be no tables. */
const char *hagstone_start_object_map(void);

/* The number given to the bytes' word or page, 0: none. Blocks that share a word have only one number there: the
   caller compares the addresses. */
uint32_t hagstone_mapped_object(enum hagstone_object_layer layer, uint64_t address);

/* Gives a number to the bytes; 0 takes it away. Mappings consist of whole pages. */
void hagstone_map_object(enum hagstone_object_layer layer, uint64_t address, uint64_t bytes, uint32_t number);

/* Calls `visit` with the numbers of the mappings in the range, each at least once. */
void hagstone_visit_mappings(uint64_t address, uint64_t bytes, void (*visit)(uint32_t number));

#ifdef __cplusplus
}
#endif

#endif
