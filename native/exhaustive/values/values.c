/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "values.h"

#include "../options.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "exhaustive/values/code/values_code.h"

enum { ELEMENT_BYTES = 8, MOST_BYTES = 32 };

static const char *start(void) {
  const struct hagstone_value_settings settings = {
      .table_size = hagstone_options.value_table,
      .clearing = hagstone_options.value_clearing,
      .profile = (enum hagstone_value_profile)hagstone_options.value_profile,
      .back_off = hagstone_options.value_back_off,
      .constant_back_off = hagstone_options.value_constant_back_off,
  };
  return hagstone_start_value_streams(&settings, hagstone_options.value_reference);
}

uint32_t hagstone_value_elements(uint32_t bytes) {
  const uint32_t rest = bytes % ELEMENT_BYTES;
  if (!bytes || bytes > MOST_BYTES || (rest & (rest - 1))) return 0;
  return (bytes + ELEMENT_BYTES - 1) / ELEMENT_BYTES;
}

uint32_t hagstone_value_element_bytes(uint32_t bytes, uint32_t number) {
  const uint32_t left = bytes - number * ELEMENT_BYTES;
  return left < ELEMENT_BYTES ? left : ELEMENT_BYTES;
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

static uint64_t value_at(uint64_t address, uint32_t bytes) {
  uint64_t value = 0;
  for (uint32_t i = 0; i < bytes; i++) value |= (uint64_t)((const uint8_t *)address)[i] << 8 * i;
  return value;
}

static void access(const struct hagstone_access *access) {
  const uint32_t count = hagstone_value_elements(access->bytes);
  for (uint32_t i = 0; i < count; i++) {
    struct hagstone_value_stream *stream = hagstone_access_values(access->site, i);
    if (!stream) continue;
    const uint32_t bytes = hagstone_value_element_bytes(access->bytes, i);
    hagstone_value_stream_add(stream, value_at(access->address + i * ELEMENT_BYTES, bytes));
  }
}

const struct hagstone_measurement hagstone_values = {
    .name = "values",
    .tool = HAGSTONE_TOOL_VALUES,
    .start = start,
    .access = access,
    .code = &hagstone_values_code,
    .instructions = &hagstone_values_instructions,
    .window_begins = hagstone_interrupt_value_streams,
    .refresh = hagstone_record_value_streams,
    .finish = hagstone_record_value_streams,
    .after_fork = hagstone_forget_value_streams,
};
