// SPDX-License-Identifier: MIT
// Reads a profiler's data from one loaded object. Outside handlers.
#ifndef HAGSTONE_UNWIND_MODULE_INSPECTOR_H
#define HAGSTONE_UNWIND_MODULE_INSPECTOR_H

#include <link.h>

#include "module.h"

namespace hagstone {

enum class FrameTableHome : uint8_t {
  in_place,  // the module's own pages, where they have a search table
  copied,    // private memory always
};

// A module and its private tables in one mapping.
struct OwnedModule {
  Module module;  // first, so that a pointer to it is one to the mapping
  size_t mapped_bytes;
  OwnedModule *next;  // in the list of unloaded ones
  bool seen;          // by the refresh in progress
};

// Lowest and one past the highest run-time address of the loaded segments; both 0 if there are none.
AddressRange loaded_range(const dl_phdr_info &object);

// Build id and path of the object, into a module whose start and end are set.
void read_identity(const dl_phdr_info &object, Module &module);

// A new module in mapped memory, which goes by release_module; `index` is left 0. nullptr: no memory.
OwnedModule *inspect_module(const dl_phdr_info &object, FrameTableHome home);
void release_module(OwnedModule *module);

}  // namespace hagstone

#endif
