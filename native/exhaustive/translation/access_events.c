/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_events.h"

#include "exhaustive/engine_state.h"
#include "exhaustive/measurements.h"
#include "exhaustive/options.h"

/* State saves (xsave) are the largest accesses of one instruction. */
enum { LARGEST_ACCESS = 4096 };

typedef void (*access_function)(const struct hagstone_access *access);
struct listeners {
  access_function functions[HAGSTONE_MOST_MEASUREMENTS];
  uint32_t count;
};

static struct listeners load_listeners, store_listeners;
static int before_needed, before_needed_of_kernel;
static uint8_t before[LARGEST_ACCESS];

void hagstone_start_access_events(void) {
  for (uint32_t i = 0; i < hagstone_active_count; i++) {
    const struct hagstone_measurement *measurement = hagstone_active[i];
    before_needed_of_kernel |= measurement->kernel_access && measurement->needs_before;
    if (!measurement->access || (measurement->code && !hagstone_options.generic)) continue;
    const uint8_t kinds = measurement->kinds ? measurement->kinds : HAGSTONE_LOAD | HAGSTONE_STORE;
    if (kinds & HAGSTONE_LOAD) load_listeners.functions[load_listeners.count++] = measurement->access;
    if (kinds & HAGSTONE_STORE) store_listeners.functions[store_listeners.count++] = measurement->access;
    before_needed |= measurement->needs_before;
  }
}

int hagstone_loads_are_told(void) { return load_listeners.count != 0; }
int hagstone_stores_are_told(void) { return store_listeners.count != 0; }
int hagstone_stores_need_before(void) { return before_needed; }
int hagstone_kernel_stores_need_before(void) { return before_needed_of_kernel; }

void hagstone_keep_before(uint64_t address, uint64_t bytes) {
  const volatile uint8_t *memory = (const volatile uint8_t *)address;
  for (uint64_t i = 0; i < bytes && i < LARGEST_ACCESS; i++) before[i] = memory[i];
}

void hagstone_tell_access(const struct hagstone_site *site, uint64_t address) {
  const int store = site->kind == HAGSTONE_STORE;
  const struct hagstone_access access = {
      .site = site,
      .address = address,
      .bytes = site->bytes,
      .context = (hagstone_calling_context)hagstone_engine.context,
      .thread = (uint32_t)hagstone_engine.thread,
      .before = store && before_needed && site->bytes <= LARGEST_ACCESS ? before : 0,
  };
  const struct listeners *listeners = store ? &store_listeners : &load_listeners;
  for (uint32_t i = 0; i < listeners->count; i++) listeners->functions[i](&access);
}

void hagstone_tell_kernel_access(const struct hagstone_site *site, uint64_t address, uint64_t bytes,
                                 const uint8_t *before_it, hagstone_calling_context context, uint32_t thread) {
  const uint32_t most = 1u << 30;
  while (bytes) {
    const struct hagstone_access access = {.site = site,
                                           .address = address,
                                           .bytes = bytes < most ? (uint32_t)bytes : most,
                                           .context = context,
                                           .thread = thread,
                                           .before = before_it};
    for (uint32_t i = 0; i < hagstone_active_count; i++)
      if (hagstone_active[i]->kernel_access) hagstone_active[i]->kernel_access(&access);
    address += access.bytes;
    if (before_it) before_it += access.bytes;
    bytes -= access.bytes;
  }
}
