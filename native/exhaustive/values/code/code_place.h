/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HAGSTONE_CODE_PLACE_H
#define HAGSTONE_CODE_PLACE_H

#include "exhaustive/recording/modules.h"
#include "common/raw_format.h"

/* Sets module and offset of a value table to those of a run-time address. */
static inline void hagstone_set_place(struct hagstone_value_table *description, uint64_t address) {
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  description->module = module ? module->index : HAGSTONE_MODULE_UNKNOWN;
  description->offset = module ? address - module->bias : address;
}

#endif
