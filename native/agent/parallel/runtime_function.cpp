// SPDX-License-Identifier: MIT
#include "parallel/runtime_function.h"

#include <dlfcn.h>
#include <link.h>

#include "base/signal_mask.h"
#include "process/functions/next_function.h"
#include "process/own_extent.h"

namespace hagstone {

namespace {

uint32_t unloads = 0;
void *(*next_dlopen)(const char *, int) = nullptr;
int (*next_dlclose)(void *) = nullptr;

bool is_own(void *function) { return own_extent().contains(reinterpret_cast<uint64_t>(function)); }

// The definitions of an object and its dependencies. `path`: empty for the program itself.
void *defined_for(const char *path, const char *name) {
  void *handle = next_function(next_dlopen, "dlopen")(path[0] ? path : nullptr, RTLD_LAZY | RTLD_NOLOAD);
  if (!handle) return nullptr;
  void *function = libc_dlsym()(handle, name);
  next_function(next_dlclose, "dlclose")(handle);
  return is_own(function) ? nullptr : function;
}

struct LoadedObject {
  uint64_t start = 0, end = 0;  // of the segment that was asked for
  char path[1024] = {};

  void take(const char *its_path) {
    size_t length = 0;
    for (; its_path[length] && length + 1 < sizeof path; length++) path[length] = its_path[length];
    path[length] = 0;
  }
};

// The object whose code an address is in.
struct ObjectAround {
  uint64_t address;
  LoadedObject found;

  static int visit(dl_phdr_info *object, size_t, void *self) {
    auto &search = *static_cast<ObjectAround *>(self);
    for (int i = 0; i < object->dlpi_phnum; i++) {
      const ElfW(Phdr) &segment = object->dlpi_phdr[i];
      const uint64_t start = object->dlpi_addr + segment.p_vaddr, end = start + segment.p_memsz;
      if (segment.p_type != PT_LOAD || search.address < start || search.address >= end) continue;
      search.found.start = start;
      search.found.end = end;
      search.found.take(object->dlpi_name);
      return 1;
    }
    return 0;
  }
};

struct ObjectAtPlace {
  unsigned place;
  LoadedObject found;

  static int visit(dl_phdr_info *object, size_t, void *self) {
    auto &search = *static_cast<ObjectAtPlace *>(self);
    if (search.place-- > 0) return 0;
    search.found.take(object->dlpi_name);
    return 1;
  }
};

// Empty where the address is in no object, and for the program itself.
LoadedObject object_around(uint64_t address) {
  ObjectAround search = {address, {}};
  dl_iterate_phdr(ObjectAround::visit, &search);
  return search.found;
}

}  // namespace

bool are_of_one_object(const void *one, const void *other) {
  const LoadedObject first = object_around(reinterpret_cast<uint64_t>(one));
  const LoadedObject second = object_around(reinterpret_cast<uint64_t>(other));
  return first.start == second.start;
}

void RuntimeFunction::forget_objects() { __atomic_fetch_add(&unloads, 1, __ATOMIC_RELEASE); }

void *RuntimeFunction::find_local(uint64_t return_address) {
  // The target's handlers may begin regions, too.
  SignalsBlocked blocked;
  const uint32_t now = __atomic_load_n(&unloads, __ATOMIC_ACQUIRE);
  lock_.lock();
  void *function = nullptr;
  for (const Local &local : locals_)
    if (local.function && local.unloads == now && return_address >= local.start && return_address < local.end)
      function = local.function;
  lock_.unlock();
  if (function) return function;
  Local local = {0, 0, nullptr, now};
  function = look_up(return_address, local);
  if (!local.function) return function;
  lock_.lock();
  locals_[next_++ % most_locals] = local;
  lock_.unlock();
  return function;
}

// The order in which the dynamic linker searches. `local`: filled where the answer is one of the caller alone.
void *RuntimeFunction::look_up(uint64_t return_address, Local &local) {
  void *global = next_symbol(name_);
  if (global && !is_own(global)) {
    __atomic_store_n(&global_, global, __ATOMIC_RELAXED);
    return global;
  }
  ObjectAround caller = {return_address, {}};
  void *function = dl_iterate_phdr(ObjectAround::visit, &caller) ? defined_for(caller.found.path, name_) : nullptr;
  // The caller may have it from the library with which it was loaded.
  for (unsigned place = 0; !function; place++) {
    ObjectAtPlace other = {place, {}};
    if (!dl_iterate_phdr(ObjectAtPlace::visit, &other)) break;
    function = defined_for(other.found.path, name_);
  }
  local.start = caller.found.start;
  local.end = caller.found.end;
  local.function = function;
  return function;
}

}  // namespace hagstone
