// SPDX-License-Identifier: MIT
// Follows dlopen and dlclose, so that the module map knows which modules are loaded.
//
// glibc uses RUNPATH, $ORIGIN and the link namespace of dlopen's caller, identified by its return address. If that can
// matter, the call is forwarded to libc as a tail call, and the module map follows at the next opportunity: dlsym,
// which follows nearly every dlopen, a new thread, or the next dlopen or dlclose.
#include <dlfcn.h>
#include <link.h>

#include "base/text.h"
#include "parallel/runtime_function.h"
#include "process/agent.h"
#include "next_function.h"
#include "process/own_extent.h"

namespace hagstone {

namespace {

void *(*next_dlopen)(const char *, int) = nullptr;
void *(*next_dlmopen)(Lmid_t, const char *, int) = nullptr;
int (*next_dlclose)(void *) = nullptr;

void mark_changed() { __atomic_store_n(&agent.modules_changed, 1u, __ATOMIC_RELEASE); }

// A path without $ names the same file for every caller.
bool caller_matters(const char *file) {
  bool path = false;
  for (; file && *file; file++) {
    if (*file == '$') return true;
    if (*file == '/') path = true;
  }
  return !path;
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED void *dlopen(const char *file, int mode) {
  using namespace hagstone;
  auto open = next_function(next_dlopen, "dlopen");
  agent.follow_modules();
  mark_changed();
  if (caller_matters(file)) return open(file, mode);
  void *handle = open(file, mode);
  agent.follow_modules();
  return handle;
}

HAGSTONE_INTERPOSED void *dlmopen(Lmid_t name_space, const char *file, int mode) {
  using namespace hagstone;
  auto open = next_function(next_dlmopen, "dlmopen");
  agent.follow_modules();
  mark_changed();
  if (caller_matters(file)) return open(name_space, file, mode);
  void *handle = open(name_space, file, mode);
  agent.follow_modules();
  return handle;
}

HAGSTONE_INTERPOSED int dlclose(void *handle) {
  using namespace hagstone;
  int result = next_function(next_dlclose, "dlclose")(handle);
  RuntimeFunction::forget_objects();
  mark_changed();
  agent.follow_modules();
  return result;
}

HAGSTONE_INTERPOSED void *dlsym(void *handle, const char *name) {
  using namespace hagstone;
  agent.follow_modules();
  // Programs use this to test for an OpenMP runtime: the agent's functions do not count as one.
  if (handle == RTLD_DEFAULT && (text_starts_with(name, "GOMP_") || text_starts_with(name, "__kmpc_"))) {
    void *found = libc_dlsym()(handle, name);
    return own_extent().contains(reinterpret_cast<uint64_t>(found)) ? next_symbol(name) : found;
  }
  return libc_dlsym()(handle, name);
}
