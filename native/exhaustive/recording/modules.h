/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The loaded objects of the process: reported by the engine, recorded in all open recordings, and found by address.
 * A module's index is never used again, so that a library loaded where another one was unloaded is another module. */
#ifndef HAGSTONE_EXHAUSTIVE_MODULES_H
#define HAGSTONE_EXHAUSTIVE_MODULES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_loaded_module {
  uint32_t index; /* in the recording, from 1 */
  uint64_t bias;  /* run-time address - ELF virtual address */
  uint64_t start; /* lowest and one past the highest run-time address */
  uint64_t end;
  const char *path; /* zero-terminated */
  const uint8_t *build_id;
  uint32_t build_id_length; /* 0: none */
};

/* The module around an address, or null. Valid until the next call that adds or removes one. */
const struct hagstone_loaded_module *hagstone_module_at(uint64_t address);

/* Adds the object whose file header is mapped at `image`, of which `readable` bytes from there on can be read (all of
 * its first segment; notes beyond are not read). `path`: absolute, or "[vdso]". Does nothing when it is known.
 * Returns the module, or null when memory there is no 64-bit ELF image for this machine or there is no memory.
 * To be called when code there is about to run for the first time, or data there is looked up: files that are mapped
 * for reading only are no modules. */
const struct hagstone_loaded_module *hagstone_module_add(uint64_t image, uint64_t readable, const char *path);

/* Memory was unmapped or mapped again: the modules whose header or code is in it are unloaded. */
void hagstone_modules_unmapped(uint64_t address, uint64_t bytes);

struct hagstone_recording;
/* Records all modules that are loaded now; hagstone_recording_create does. */
void hagstone_modules_record(struct hagstone_recording *recording);

#ifdef __cplusplus
}
#endif

#endif
