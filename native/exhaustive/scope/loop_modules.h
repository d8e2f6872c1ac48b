/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The modules of the loops file that the recording's modules correspond to. */
#ifndef HAGSTONE_EXHAUSTIVE_LOOP_MODULES_H
#define HAGSTONE_EXHAUSTIVE_LOOP_MODULES_H

#include <stdint.h>

#include "loops_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The module of that build id; where one of the two is not known, of that path. Null: none. `build_id`: bytes. */
const struct hagstone_loop_module *hagstone_loop_module_named(const struct hagstone_loops *loops, const char *path,
                                                              const uint8_t *build_id, uint32_t build_id_length);

/* Starts as all zeros. */
struct hagstone_loop_modules {
  const struct hagstone_loop_module **by_index; /* of the recording */
  uint8_t *known;
  uint32_t capacity;
};

/* Whether `set` was called for the module. */
int hagstone_loop_module_known(const struct hagstone_loop_modules *modules, uint32_t index);
/* `module` null: it has no loops. Where there is no memory it stays unknown. */
void hagstone_set_loop_module(struct hagstone_loop_modules *modules, uint32_t index,
                              const struct hagstone_loop_module *module);
/* Null for those not known. */
const struct hagstone_loop_module *hagstone_loop_module_of(const struct hagstone_loop_modules *modules, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
