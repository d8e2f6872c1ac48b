/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The parts of the program's memory that have stores, so that the data on stores is found without searching all of
 * the shadow. */
#ifndef HAGSTONE_EXHAUSTIVE_STORE_CHUNKS_H
#define HAGSTONE_EXHAUSTIVE_STORE_CHUNKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_CHUNK_BYTES 4096u

/* Returns 0, or why not (one sentence with the remedy). */
const char *hagstone_start_store_chunks(void);

/* Something in the chunk of `address` has an owner. */
void hagstone_mark_chunk(uint64_t address);
/* Nothing has. */
void hagstone_forget_chunks(void);

/* Calls `visit` with the first address of each marked chunk; the second form only with those that overlap the range, in
 * ascending order. */
void hagstone_visit_chunks(void (*visit)(uint64_t chunk, void *argument), void *argument);
void hagstone_visit_chunks_of(uint64_t address, uint64_t bytes, void (*visit)(uint64_t chunk, void *argument),
                              void *argument);

#ifdef __cplusplus
}
#endif

#endif
