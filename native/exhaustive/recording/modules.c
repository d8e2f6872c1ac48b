/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/modules.h"

#include "exhaustive/recording/elf_image.h"
#include "exhaustive/recording/kernel.h"
#include "exhaustive/recording/recording.h"

enum { MODULE_BYTES = 4096 };

struct module {
  struct hagstone_loaded_module loaded;
  uint64_t header; /* where its file header is mapped */
  uint64_t code_start;
  uint64_t code_end;
  uint64_t load_time;
  uint8_t build_id[HAGSTONE_LONGEST_BUILD_ID];
  uint16_t path_length;
  char path[MODULE_BYTES - 256]; /* zero-terminated */
};
_Static_assert(sizeof(struct module) <= MODULE_BYTES, "a module has a page");

/* In ascending order of start; they do not overlap. */
static struct module **modules;
static uint64_t modules_bytes;
static uint32_t module_count;
static uint32_t last_index;

/* Number of modules that begin at or before `address`. */
static uint32_t modules_up_to(uint64_t address) {
  uint32_t low = 0, high = module_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (modules[middle]->loaded.start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

const struct hagstone_loaded_module *hagstone_module_at(uint64_t address) {
  uint32_t before = modules_up_to(address);
  return before && address < modules[before - 1]->loaded.end ? &modules[before - 1]->loaded : 0;
}

/* A module record's fixed part is followed by the build id, then by the path. */
struct module_beginning {
  struct hagstone_module fixed;
  uint8_t build_id[HAGSTONE_LONGEST_BUILD_ID];
};

static uint32_t beginning_of(const struct module *module, struct module_beginning *beginning) {
  struct hagstone_module fixed = {0};
  fixed.index = module->loaded.index;
  fixed.bias = module->loaded.bias;
  fixed.start = module->loaded.start;
  fixed.end = module->loaded.end;
  fixed.load_time = module->load_time;
  fixed.build_id_length = (uint16_t)module->loaded.build_id_length;
  fixed.path_length = module->path_length;
  beginning->fixed = fixed;
  __builtin_memcpy(beginning->build_id, module->build_id, sizeof beginning->build_id);
  return (uint32_t)sizeof fixed + module->loaded.build_id_length;
}

void hagstone_modules_record(struct hagstone_recording *recording) {
  for (uint32_t i = 0; i < module_count; i++) {
    struct module_beginning beginning;
    uint32_t length = beginning_of(modules[i], &beginning);
    hagstone_recording_append(recording, HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_MODULE, &beginning, length,
                              modules[i]->path, modules[i]->path_length);
  }
}

static void remove_module(uint32_t position) {
  struct hagstone_module_unload unload = {modules[position]->loaded.index, 0, hagstone_kernel_monotonic_time()};
  hagstone_recording_append_to_all(HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_MODULE_UNLOAD, &unload, sizeof unload, 0, 0);
  hagstone_kernel_unmap_memory(modules[position], MODULE_BYTES);
  module_count--;
  for (; position < module_count; position++) modules[position] = modules[position + 1];
}

static int overlap(uint64_t start, uint64_t end, uint64_t other_start, uint64_t other_end) {
  return start < other_end && other_start < end;
}

void hagstone_modules_unmapped(uint64_t address, uint64_t bytes) {
  for (uint32_t i = module_count; i--;) {
    const struct module *module = modules[i];
    if (overlap(address, address + bytes, module->header, module->header + 1) ||
        overlap(address, address + bytes, module->code_start, module->code_end))
      remove_module(i);
  }
}

static struct module *new_module(const struct hagstone_elf_image *image, uint64_t header, const char *path) {
  struct module *module = hagstone_kernel_map_memory(MODULE_BYTES);
  if (!module) return 0;
  module->loaded.index = ++last_index;
  module->loaded.bias = image->bias;
  module->loaded.start = image->start;
  module->loaded.end = image->end;
  module->header = header;
  module->code_start = image->code_start;
  module->code_end = image->code_end;
  module->load_time = hagstone_kernel_monotonic_time();
  module->loaded.build_id_length = image->build_id_length;
  module->loaded.build_id = module->build_id;
  module->loaded.path = module->path;
  __builtin_memcpy(module->build_id, image->build_id, sizeof module->build_id);
  while (path[module->path_length] && module->path_length + 1u < sizeof module->path) {
    module->path[module->path_length] = path[module->path_length];
    module->path_length++;
  }
  return module;
}

const struct hagstone_loaded_module *hagstone_module_add(uint64_t image, uint64_t readable, const char *path) {
  const struct hagstone_loaded_module *known = hagstone_module_at(image);
  if (known) return known;
  struct hagstone_elf_image description;
  if (!hagstone_read_elf_image(image, readable, &description)) return 0;
  uint64_t needed = (module_count + 1) * (uint64_t)sizeof *modules;
  if (!hagstone_kernel_make_room((void **)&modules, &modules_bytes, needed)) return 0;
  struct module *module = new_module(&description, image, path);
  if (!module) return 0;
  /* The end of earlier modules there went unnoticed. */
  for (uint32_t i = module_count; i--;)
    if (overlap(module->loaded.start, module->loaded.end, modules[i]->loaded.start, modules[i]->loaded.end))
      remove_module(i);
  uint32_t position = modules_up_to(module->loaded.start);
  for (uint32_t i = module_count++; i > position; i--) modules[i] = modules[i - 1];
  modules[position] = module;
  struct module_beginning beginning;
  uint32_t length = beginning_of(module, &beginning);
  hagstone_recording_append_to_all(HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_MODULE, &beginning, length, module->path,
                                   module->path_length);
  return &module->loaded;
}
