// SPDX-License-Identifier: MIT
// The loaded objects of the process, as signal handlers may look at them.
//
// ModuleMap::refresh builds a new snapshot outside handlers (dl_iterate_phdr, and link_namespaces.h for modules that it
// does not list) and publishes it by one pointer store.
// Handlers read snapshot() and bisect. Old snapshots and the private tables of unloaded modules stay mapped until
// release_old(), which the caller calls when no handler can use them any more. All memory is mapped directly from the
// kernel: the target's allocator is never called.
#ifndef HAGSTONE_UNWIND_MODULE_MAP_H
#define HAGSTONE_UNWIND_MODULE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "unwind/modules/module.h"

namespace hagstone {

// Immutable once published. Safe in signal handlers.
class ModuleMapSnapshot {
 public:
  // The module that has `address` in [start, end), or nullptr.
  const Module *find(uint64_t address) const;
  // Bytes of code that may be decoded from `address` on: up to the end of its executable range; 0 if not in one.
  uint64_t executable_bytes(uint64_t address) const;
  // Bounds of the function around `address`, by its FDE, or else by the symbol tables; false if neither has it.
  bool function_bounds(uint64_t address, AddressRange &bounds) const;
  // Code around `address` whose functions no table has: from the end of one function to the start of another.
  // False if function_bounds knows it.
  bool unknown_code_bounds(uint64_t address, AddressRange &bounds) const;

  uint64_t generation() const { return generation_; }  // grows with every change, from 1
  size_t size() const { return count_; }
  const Module &operator[](size_t i) const { return *modules_[i]; }  // in ascending order of start

 private:
  friend class ModuleMap;
  friend class ModuleMapBuilder;
  uint64_t generation_;
  size_t count_;
  size_t mapped_bytes_;
  ModuleMapSnapshot *older_;
  const Module *modules_[];
};

struct OwnedModule;

// The changes found by a refresh; `context` is passed through. Called before the new snapshot is published (loaded) and
// after (unloaded), outside handlers.
struct ModuleMapListener {
  void *context;
  void (*loaded)(void *context, const Module &module);
  void (*unloaded)(void *context, const Module &module);
};

class ModuleMap {
 public:
  // Outside handlers, by one thread at a time (the caller holds its own lock). Publishes a new snapshot if the loaded
  // objects changed. The tables of modules found by the first refresh are used where they are; those of later ones
  // are copied, so that unmapping them under a handler cannot fault it.
  // False: the kernel gave no memory; the former snapshot stays in force.
  [[nodiscard]] bool refresh(const ModuleMapListener &listener);

  // Safe in signal handlers; nullptr before the first refresh.
  const ModuleMapSnapshot *snapshot() const { return __atomic_load_n(&current_, __ATOMIC_ACQUIRE); }

  // Grace period: frees all but the current snapshot and the tables of modules unloaded before it. The caller
  // warrants that no handler that began before the last refresh is still running. Same lock as refresh.
  void release_old();

 private:
  ModuleMapSnapshot *current_ = nullptr;
  OwnedModule *unloaded_ = nullptr;
  uint32_t next_index_ = 1;
  friend class ModuleMapBuilder;
};

}  // namespace hagstone

#endif
