/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "start_measurements.h"

#include "loads/redundant_loads.h"
#include "loads/spatial_loads.h"
#include "measurements.h"
#include "options.h"
#include "registers/registers.h"
#include "reuse/reuse_distance.h"
#include "spatial_values/spatial_values.h"
#include "stores/stores.h"
#include "values/values.h"
#include "virtual/virtual_pmu.h"

static const struct hagstone_measurement *const all[] = {
    &hagstone_stores,
    &hagstone_redundant_loads,
    /* Before the keeper of the data objects: its batch of accesses needs the objects they were in. */
    &hagstone_reuse_distance,
    &hagstone_spatial_loads,
    &hagstone_registers,
    &hagstone_spatial_values,
    &hagstone_values,
    &hagstone_virtual_measurement,
};

static uint64_t tools_of(const struct hagstone_measurement *measurement) {
  return measurement->tools ? measurement->tools : 1ull << measurement->tool;
}

/* Virtual PMUs have no tool of their own: their specification names it. */
static int is_wanted(const struct hagstone_measurement *measurement) {
  if (measurement == &hagstone_spatial_values) return 1;
  if (tools_of(measurement) == 1) return hagstone_options.virtual_unit_count != 0;
  return (tools_of(measurement) & hagstone_options.tools) != 0;
}

const char *hagstone_start_measurements(void) {
  for (uint32_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!is_wanted(all[i])) continue;
    const char *refused = all[i]->start ? all[i]->start() : 0;
    if (refused) return refused;
    hagstone_active[hagstone_active_count++] = all[i];
  }
  return 0;
}
