/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "values.h"

#include "../options.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "exhaustive/values/code/values_code.h"
#include "value_elements.h"

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
    hagstone_value_stream_add(stream, value_at(access->address + i * HAGSTONE_VALUE_ELEMENT_BYTES, bytes));
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
