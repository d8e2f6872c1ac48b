/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sites.h"

#include "common/raw_format.h"
#include "exhaustive/tables/hash_table.h"
#include "exhaustive/recording/modules.h"
#include "exhaustive/shadow.h"

enum { MOST_SITES = 1u << HAGSTONE_SITE_BITS };

static struct hagstone_site *const sites = (struct hagstone_site *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_SITES);
static uint32_t site_count = 1;
static struct hagstone_hash_table numbers;

const char *hagstone_start_sites(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_SITES, (uint64_t)MOST_SITES * sizeof *sites);
}

const struct hagstone_site *hagstone_site_of(uint32_t id) { return &sites[id]; }

static const struct hagstone_site *intern(const struct hagstone_site *wanted) {
  /* With the kind of access: a program may replace its code. No instruction accesses 8 kB. */
  const uint64_t shape = (uint64_t)wanted->bytes << 3 | (uint64_t)wanted->guarded << 2 | wanted->element;
  const uint64_t what = (uint64_t)wanted->module << 32 | shape << 16 | (uint64_t)wanted->number << 8 | wanted->kind;
  uint64_t *id = hagstone_hash_add(&numbers, what, wanted->offset);
  if (!id) return 0;
  if (!*id) {
    if (site_count == MOST_SITES) return 0;
    sites[site_count] = *wanted;
    sites[site_count].id = site_count;
    *id = site_count++;
  }
  return &sites[*id];
}

static const struct hagstone_site *instruction_site(uint64_t instruction, uint8_t number, uint8_t kind, uint8_t element,
                                                    uint8_t guarded, uint32_t bytes) {
  const struct hagstone_loaded_module *module = hagstone_module_at(instruction);
  const struct hagstone_site wanted = {
      .module = module ? module->index : HAGSTONE_MODULE_UNKNOWN,
      .instruction = instruction,
      .offset = module ? instruction - module->bias : instruction,
      .number = number,
      .kind = kind,
      .element = element,
      .guarded = guarded,
      .bytes = bytes,
  };
  return intern(&wanted);
}

const struct hagstone_site *hagstone_instruction_site(uint64_t instruction, uint8_t number, enum hagstone_access_kind kind,
                                                      uint8_t element, uint8_t guarded, uint32_t bytes) {
  return instruction_site(instruction, number, (uint8_t)kind, element, guarded, bytes);
}

const struct hagstone_site *hagstone_register_site(uint64_t instruction, uint8_t number, uint8_t loads, uint8_t element,
                                                   uint32_t bytes) {
  return instruction_site(instruction, number, loads ? HAGSTONE_LOADED_REGISTER : HAGSTONE_REGISTER, element, 0, bytes);
}

const struct hagstone_site *hagstone_system_call_site(uint32_t system_call, enum hagstone_access_kind kind) {
  const struct hagstone_site wanted = {.module = HAGSTONE_MODULE_SYSTEM_CALL, .offset = system_call, .kind = (uint8_t)kind};
  return intern(&wanted);
}
