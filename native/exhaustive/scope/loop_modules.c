/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "loop_modules.h"

#include "../measurement.h"

enum { FIRST_CAPACITY = 64 };

static int same_path(const struct hagstone_loop_module *module, const char *path) {
  for (uint32_t i = 0; i < module->path_length; i++)
    if (path[i] != module->path[i]) return 0; /* also where `path` ends */
  return path[module->path_length] == 0;
}

static int same_build_id(const struct hagstone_loop_module *module, const uint8_t *build_id, uint32_t length) {
  static const char digits[] = "0123456789abcdef";
  if (module->build_id_length != 2 * length) return 0;
  for (uint32_t i = 0; i < length; i++)
    if (module->build_id[2 * i] != digits[build_id[i] >> 4] || module->build_id[2 * i + 1] != digits[build_id[i] & 15])
      return 0;
  return 1;
}

const struct hagstone_loop_module *hagstone_loop_module_named(const struct hagstone_loops *loops, const char *path,
                                                              const uint8_t *build_id, uint32_t build_id_length) {
  for (uint32_t i = 0; i < loops->module_count; i++) {
    const struct hagstone_loop_module *module = &loops->modules[i];
    if (module->build_id_length && build_id_length ? same_build_id(module, build_id, build_id_length)
                                                   : same_path(module, path))
      return module;
  }
  return 0;
}

int hagstone_loop_module_known(const struct hagstone_loop_modules *modules, uint32_t index) {
  return index < modules->capacity && modules->known[index];
}

static int make_room(struct hagstone_loop_modules *modules, uint32_t index) {
  if (index < modules->capacity) return 1;
  struct hagstone_loop_modules larger = {0, 0, FIRST_CAPACITY};
  while (larger.capacity <= index) larger.capacity *= 2;
  larger.by_index = hagstone_memory(larger.capacity * sizeof *larger.by_index);
  larger.known = hagstone_memory(larger.capacity);
  if (!larger.by_index || !larger.known) return 0;
  for (uint32_t i = 0; i < modules->capacity; i++) {
    larger.by_index[i] = modules->by_index[i];
    larger.known[i] = modules->known[i];
  }
  if (modules->capacity) {
    hagstone_give_back(modules->by_index, modules->capacity * sizeof *modules->by_index);
    hagstone_give_back(modules->known, modules->capacity);
  }
  *modules = larger;
  return 1;
}

void hagstone_set_loop_module(struct hagstone_loop_modules *modules, uint32_t index,
                              const struct hagstone_loop_module *module) {
  if (!make_room(modules, index)) return;
  modules->by_index[index] = module;
  modules->known[index] = 1;
}

const struct hagstone_loop_module *hagstone_loop_module_of(const struct hagstone_loop_modules *modules, uint32_t index) {
  return index < modules->capacity ? modules->by_index[index] : 0;
}
