// SPDX-License-Identifier: MIT
// The loaded objects of the process, as signal handlers may look at them.
//
// ModuleMap::refresh builds a new snapshot outside handlers (dl_iterate_phdr, and link_namespaces.h for what that does not
// list) and publishes it by one pointer store.
// Handlers read snapshot() and bisect. Old snapshots and the private tables of unloaded modules stay mapped until
// release_old(), which the caller calls when no handler can use them any more. All memory is mapped directly from the
// kernel: the target's allocator is never called.
#ifndef HAGSTONE_UNWIND_MODULE_MAP_H
#define HAGSTONE_UNWIND_MODULE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "unwind/tables/frame_table.h"

namespace hagstone {

struct AddressRange {
  uint64_t start;
  uint64_t end;  // one past the last byte
  bool contains(uint64_t address) const { return address >= start && address < end; }
};

// A function without call frame information; offsets from FunctionTable::base.
struct FunctionEntry {
  uint32_t start;
  uint32_t end;  // one past the last byte
};

struct FunctionTable {
  const FunctionEntry *entries;  // ascending by start, without overlaps
  size_t count;
  uint64_t base;  // run-time address
  size_t mapped_bytes;
};

struct Module {
  static constexpr unsigned max_executable_ranges = 4;
  static constexpr unsigned max_build_id = 64;
  static constexpr unsigned max_path = 1024;

  uint32_t index;  // from 1, never used again
  uint64_t bias;
  uint64_t start;  // lowest and one past the highest run-time address
  uint64_t end;
  AddressRange executable[max_executable_ranges];
  unsigned executable_count;
  uint64_t loader_entry;  // run-time address at which the kernel starts the dynamic loader; 0 in all other modules
  FrameTable frames;  // frames.entry_count is 0 if the module has no usable call frame information
  FunctionTable functions;  // those that no call frame information describes
  bool from_start;    // found by the first refresh: its tables and code are read where they are
  bool unsafe;        // without usable call frame information (statistic unsafe_modules)
  uint16_t build_id_length;
  uint16_t path_length;
  uint8_t build_id[max_build_id];
  char path[max_path];  // zero-terminated; absolute for the main program, "[vdso]" for the vDSO

  bool executes(uint64_t address) const {
    for (unsigned i = 0; i < executable_count; i++)
      if (executable[i].contains(address)) return true;
    return false;
  }
};

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
