/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Dead stores and silent stores (metrics.md section 2): one measurement for both tools, because both need the last
 * store of each byte (DeadSpy as described in WITCH section 4; REDSPY 4.1).
 *
 *   dead:   each byte of a store is judged by the next access to it: a load makes it used, a store killed.
 *   silent: a store is judged as a whole by the bytes' old value; loads in between do not matter. */
#ifndef HAGSTONE_EXHAUSTIVE_STORES_H
#define HAGSTONE_EXHAUSTIVE_STORES_H

#include "../measurement.h"
#include "exhaustive/pairs/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const struct hagstone_measurement hagstone_stores;

/* Its own code in translations (stores_code.c). */
extern const struct hagstone_code_hooks hagstone_stores_code;

int hagstone_stores_measure_dead(void);
int hagstone_stores_measure_silent(void);

/* Translated code calls these after a store that it cannot judge itself. `owner` is the owner word of a whole
 * granule of the store's place (last_stores.h). `before`: the bytes that were there; used only if silent
 * stores are measured. */
void hagstone_stored_1(uint64_t address, uint64_t owner, uint64_t before);
void hagstone_stored_2(uint64_t address, uint64_t owner, uint64_t before);
void hagstone_stored_4(uint64_t address, uint64_t owner, uint64_t before);
void hagstone_stored_8(uint64_t address, uint64_t owner, uint64_t before);
/* Stores at sites whose silent instances translated code also counts (site_repeats.h). */
void hagstone_stored_number_4(uint64_t address, uint64_t owner, uint64_t before);
void hagstone_stored_number_8(uint64_t address, uint64_t owner, uint64_t before);
void hagstone_stored_16(uint64_t address, uint64_t owner, uint64_t before_low, uint64_t before_high);
void hagstone_stored_32(uint64_t address, uint64_t owner, uint64_t before_0, uint64_t before_1, uint64_t before_2,
                        uint64_t before_3);
/* Stores of any length: the first keeps the bytes before the store, the second judges it. */
void hagstone_will_store(uint64_t address, uint64_t bytes);
void hagstone_stored(uint64_t address, uint64_t owner, uint64_t bytes);
void hagstone_loaded(uint64_t address, hagstone_calling_context context, uint64_t bytes);

#ifdef __cplusplus
}
#endif

#endif
