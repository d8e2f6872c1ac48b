// SPDX-License-Identifier: MIT
#include "module_map.h"

#include <link.h>
#include <string.h>

#include "unwind/tables/frame_description.h"
#include "function_symbols.h"
#include "link_namespaces.h"
#include "mapped_memory.h"
#include "module_inspector.h"

namespace hagstone {

namespace {

// The last function in the table that starts at or before `address`; false if it ends before.
bool described_function(const Module &module, uint64_t address, AddressRange &function) {
  const uint64_t at = find_frame_description(module.frames, address);
  FrameDescription description;
  if (at == 0 || !read_frame_description(module.frames.frames, at, description)) return false;
  function = {description.function_start, description.function_end};
  return function.contains(address);
}

// To the code between two functions; 0: there is none.
void narrow(AddressRange &bounds, const AddressRange &before, uint64_t after) {
  if (before.end > bounds.start) bounds.start = before.end;
  if (after != 0 && after < bounds.end) bounds.end = after;
}

}  // namespace

const Module *ModuleMapSnapshot::find(uint64_t address) const {
  size_t low = 0, high = count_;  // modules before low start at or before, those from high on after
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (modules_[middle]->start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low != 0 && address < modules_[low - 1]->end ? modules_[low - 1] : nullptr;
}

uint64_t ModuleMapSnapshot::executable_bytes(uint64_t address) const {
  const Module *module = find(address);
  if (!module) return 0;
  for (unsigned i = 0; i < module->executable_count; i++)
    if (module->executable[i].contains(address)) return module->executable[i].end - address;
  return 0;
}

bool ModuleMapSnapshot::function_bounds(uint64_t address, AddressRange &bounds) const {
  const Module *module = find(address);
  if (!module) return false;
  return described_function(*module, address, bounds) || find_function(module->functions, address, bounds);
}

bool ModuleMapSnapshot::unknown_code_bounds(uint64_t address, AddressRange &bounds) const {
  const Module *module = find(address);
  if (!module) return false;
  bounds = {0, 0};
  for (unsigned i = 0; i < module->executable_count; i++)
    if (module->executable[i].contains(address)) bounds = module->executable[i];
  AddressRange before = {0, 0};
  if (bounds.end == 0 || described_function(*module, address, before)) return false;
  narrow(bounds, before, next_described_function(module->frames, address));
  before = {0, 0};
  if (find_function(module->functions, address, before)) return false;
  narrow(bounds, before, function_behind(module->functions, address));
  return bounds.contains(address);
}

// One refresh. Modules that stay keep their objects, so that handlers and the caller can compare pointers.
class ModuleMapBuilder {
 public:
  ModuleMapBuilder(ModuleMap &map, const ModuleMapListener &listener) : map_(map), listener_(listener) {}

  bool run() {
    const ModuleMapSnapshot *before = map_.current_;
    home_ = before ? FrameTableHome::copied : FrameTableHome::in_place;
    for (size_t i = 0; before && i < before->count_; i++) owned(before->modules_[i])->seen = false;
    dl_iterate_phdr(
        [](dl_phdr_info *object, size_t, void *self) {
          static_cast<ModuleMapBuilder *>(self)->visit_listed(*object);
          return 0;
        },
        this);
    const size_t kept = mark_kept();
    if (failed_) return discard_new();
    if (before && !new_ && kept == before->count_) return true;
    return publish(kept);
  }

 private:
  static OwnedModule *owned(const Module *module) { return reinterpret_cast<OwnedModule *>(const_cast<Module *>(module)); }

  void visit_listed(const dl_phdr_info &object) {
    visit(object);
    if (listed_++ != 0) return;
    visit_other_namespaces(
        object, [](void *self, const dl_phdr_info &other) { static_cast<ModuleMapBuilder *>(self)->visit(other); }, this);
  }

  void visit(const dl_phdr_info &object) {
    const AddressRange range = loaded_range(object);
    if (range.end == 0 || failed_ || is_new(range)) return;
    if (OwnedModule *known = find_known(object, range)) {
      known->seen = true;
      return;
    }
    OwnedModule *module = inspect_module(object, home_);
    if (!module) {
      failed_ = true;
      return;
    }
    module->seen = true;
    module->next = new_;
    new_ = module;
    new_count_++;
  }

  // All namespaces share one run-time linker.
  bool is_new(const AddressRange &range) const {
    for (const OwnedModule *module = new_; module; module = module->next)
      if (module->module.start < range.end && range.start < module->module.end) return true;
    return false;
  }

  OwnedModule *find_known(const dl_phdr_info &object, const AddressRange &range) const {
    if (!map_.current_) return nullptr;
    const Module *module = map_.current_->find(range.start);
    if (!module || module->start != range.start || module->end != range.end || module->bias != object.dlpi_addr)
      return nullptr;
    return is_same_file(object, *module) ? owned(module) : nullptr;
  }

  // Another file of the same size may have been loaded where one was unloaded since the last refresh.
  static bool is_same_file(const dl_phdr_info &object, const Module &module) {
    Module identity = {};
    identity.start = module.start;
    identity.end = module.end;
    read_identity(object, identity);
    return identity.build_id_length == module.build_id_length && identity.path_length == module.path_length &&
           memcmp(identity.build_id, module.build_id, module.build_id_length) == 0 &&
           memcmp(identity.path, module.path, module.path_length) == 0;
  }

  size_t mark_kept() const {
    size_t kept = 0;
    for (size_t i = 0; map_.current_ && i < map_.current_->count_; i++) kept += owned(map_.current_->modules_[i])->seen;
    return kept;
  }

  bool discard_new() {
    while (new_) {
      OwnedModule *next = new_->next;
      release_module(new_);
      new_ = next;
    }
    return false;
  }

  bool publish(size_t kept) {
    ModuleMapSnapshot *before = map_.current_;
    const size_t bytes = sizeof(ModuleMapSnapshot) + (kept + new_count_) * sizeof(const Module *);
    auto *snapshot = static_cast<ModuleMapSnapshot *>(map_memory(bytes));
    if (!snapshot) return discard_new();
    snapshot->generation_ = before ? before->generation_ + 1 : 1;
    snapshot->mapped_bytes_ = bytes;
    snapshot->older_ = before;
    for (size_t i = 0; before && i < before->count_; i++)
      if (owned(before->modules_[i])->seen) insert(*snapshot, before->modules_[i]);
    for (OwnedModule *module = new_; module; module = module->next) {
      insert(*snapshot, &module->module);
    }
    for (size_t i = 0; i < snapshot->count_; i++) {
      OwnedModule *module = owned(snapshot->modules_[i]);
      if (module->module.index != 0) continue;
      module->module.index = map_.next_index_++;
      listener_.loaded(listener_.context, module->module);
    }
    __atomic_store_n(&map_.current_, snapshot, __ATOMIC_RELEASE);
    if (before) retire_unseen(*before);
    return true;
  }

  static void insert(ModuleMapSnapshot &snapshot, const Module *module) {
    size_t place = snapshot.count_++;
    for (; place > 0 && snapshot.modules_[place - 1]->start > module->start; place--)
      snapshot.modules_[place] = snapshot.modules_[place - 1];
    snapshot.modules_[place] = module;
  }

  void retire_unseen(const ModuleMapSnapshot &before) {
    for (size_t i = 0; i < before.count_; i++) {
      OwnedModule *module = owned(before.modules_[i]);
      if (module->seen) continue;
      listener_.unloaded(listener_.context, module->module);
      module->next = map_.unloaded_;
      map_.unloaded_ = module;
    }
  }

  ModuleMap &map_;
  const ModuleMapListener &listener_;
  FrameTableHome home_ = FrameTableHome::in_place;
  OwnedModule *new_ = nullptr;
  size_t new_count_ = 0;
  size_t listed_ = 0;  // by dl_iterate_phdr so far
  bool failed_ = false;
};

bool ModuleMap::refresh(const ModuleMapListener &listener) { return ModuleMapBuilder(*this, listener).run(); }

void ModuleMap::release_old() {
  if (!current_) return;
  for (ModuleMapSnapshot *old = current_->older_; old;) {
    ModuleMapSnapshot *older = old->older_;
    unmap_memory(old, old->mapped_bytes_);
    old = older;
  }
  current_->older_ = nullptr;
  while (unloaded_) {
    OwnedModule *next = unloaded_->next;
    release_module(unloaded_);
    unloaded_ = next;
  }
}

}  // namespace hagstone
