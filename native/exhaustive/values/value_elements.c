/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "value_elements.h"

#include "common/compare.h"
#include "common/raw_format.h"
#include "exhaustive/options.h"

enum { MOST_BYTES = 32 };

uint32_t hagstone_value_elements(uint32_t bytes) {
  const uint32_t rest = bytes % HAGSTONE_VALUE_ELEMENT_BYTES;
  if (!bytes || bytes > MOST_BYTES || (rest & (rest - 1))) return 0;
  return (bytes + HAGSTONE_VALUE_ELEMENT_BYTES - 1) / HAGSTONE_VALUE_ELEMENT_BYTES;
}

uint32_t hagstone_value_element_bytes(uint32_t bytes, uint32_t number) {
  const uint32_t left = bytes - number * HAGSTONE_VALUE_ELEMENT_BYTES;
  return left < HAGSTONE_VALUE_ELEMENT_BYTES ? left : HAGSTONE_VALUE_ELEMENT_BYTES;
}

static uint8_t class_of(const struct hagstone_site *site) {
  if (site->kind == HAGSTONE_STORE) return HAGSTONE_CLASS_STORE;
  return site->element == HAGSTONE_ELEMENT_BYTES ? HAGSTONE_CLASS_INTEGER_LOAD : HAGSTONE_CLASS_FP_LOAD;
}

struct hagstone_value_stream *hagstone_access_values(const struct hagstone_site *site, uint32_t element_number) {
  const uint8_t role = site->kind == HAGSTONE_STORE ? HAGSTONE_VALUE_STORED : HAGSTONE_VALUE_LOADED;
  if (!(hagstone_options.value_roles >> role & 1) || !site->instruction) return 0;
  const struct hagstone_value_table description = {
      .module = site->module,
      .offset = site->offset,
      .role = role,
      .slot = (uint16_t)(site->number * 8 + element_number),
      .instruction_class = class_of(site),
      .element = site->element,
      .bytes = (uint8_t)hagstone_value_element_bytes(site->bytes, element_number),
  };
  return hagstone_value_stream(&description);
}
