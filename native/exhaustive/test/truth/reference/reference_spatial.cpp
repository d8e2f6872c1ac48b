// SPDX-License-Identifier: GPL-2.0-or-later
// Spatial loads: metrics.md section 6. Stacks are left out.
#include <algorithm>

#include "../programs/program.h"
#include "reference_tools.h"
#include "repeats.h"

namespace hagstone::truth {

namespace {

struct Object {
  std::string name;
  uint64_t instance;  // no two blocks or mappings are one object
};

struct Block {
  uint64_t bytes;
  Object object;
};

struct LastLoad {
  ContextId context;
  std::string value;
};

class SpatialLoads {
 public:
  SpatialLoads(const Trace &trace, Fault fault, Results &results) : trace_(trace), fault_(fault), results_(results) {
    for (const DataObject &object : trace.statics)
      if (object.name != "stacks") statics_[object.address] = {object.bytes, new_object(object.name)};
  }

  void event(const Event &event) {
    switch (event.kind) {
      case EventKind::allocated: allocate(event); break;
      case EventKind::mapped: map(event, new_object(named("mapping ", event))); break;
      case EventKind::grown: grow(event); break;
      case EventKind::freed: blocks_.erase(event.address); break;
      case EventKind::unmapped: unmap(event); break;
      case EventKind::load: load(event); break;
      case EventKind::store:
        if (fault_ == Fault::objects_remember_stores) store(event);
        break;
      case EventKind::loop_header: break;
      case EventKind::window_ends: last_.clear(); break;
    }
  }

 private:
  Object new_object(const std::string &name) {
    if (fault_ != Fault::spatial_by_allocation) return {name, ++instances_};
    return {name, by_name_.try_emplace(name, by_name_.size() + 1).first->second};
  }
  std::string named(const char *kind, const Event &event) const { return kind + trace_.contexts.text(event.context); }

  // A block that realloc leaves in place stays the same object, except for its name.
  void allocate(const Event &event) {
    const auto known = blocks_.find(event.address);
    Object object = new_object(named("heap ", event));
    if (known != blocks_.end() && fault_ != Fault::reallocated_is_another_object)
      object.instance = known->second.object.instance;
    blocks_[event.address] = {event.bytes, object};
  }
  void map(const Event &event, const Object &object) {
    for (uint64_t at = 0; at < event.bytes; at += page_bytes) mapped_[(event.address + at) / page_bytes] = object;
  }
  void grow(const Event &event) {
    const auto before = mapped_.find(event.address / page_bytes - 1);
    const bool goes_on = before != mapped_.end() && fault_ != Fault::grown_is_another_object;
    map(event, goes_on ? Object(before->second) : new_object(named("mapping ", event)));
  }
  void unmap(const Event &event) {
    for (uint64_t at = 0; at < event.bytes; at += page_bytes) mapped_.erase((event.address + at) / page_bytes);
  }

  static const Object *around(const std::map<uint64_t, Block> &blocks, uint64_t address) {
    auto after = blocks.upper_bound(address);
    if (after == blocks.begin()) return nullptr;
    --after;
    return address < after->first + after->second.bytes ? &after->second.object : nullptr;
  }
  const Object *object_at(uint64_t address) const {
    const auto page = mapped_.find(address / page_bytes);
    const Object *mapping = page == mapped_.end() ? nullptr : &page->second;
    if (mapping && fault_ == Fault::blocks_are_of_their_mapping) return mapping;
    for (const auto *blocks : {&blocks_, &statics_})
      if (const Object *object = around(*blocks, address)) return object;
    return mapping;
  }
  const Object *object_of(const Event &access) const {
    return object_at(fault_ == Fault::spatial_by_last_byte ? access.address + access.bytes - 1 : access.address);
  }
  LastLoad &last_of(const Object &object, const Event &access) {
    const uint32_t thread = fault_ == Fault::spatial_by_any_thread ? 0 : access.thread;
    return last_[{object.instance, thread, fault_ == Fault::spatial_by_address ? access.address : 0}];
  }
  bool repeats_last(const LastLoad &last, const Event &event) const {
    if (!last.context) return false;
    const size_t bytes = std::min(last.value.size(), event.value.size());
    const bool comparable = last.value.size() == event.value.size() || fault_ == Fault::spatial_by_part_of_value;
    return comparable &&
           repeats(event.element, last.value.substr(0, bytes), event.value.substr(0, bytes), trace_.tolerance, fault_);
  }

  void store(const Event &event) {
    if (const Object *object = object_of(event)) last_of(*object, event) = {event.context, event.value};
  }

  void load(const Event &event) {
    const Object *object = object_of(event);
    if (!object) return;
    const bool approximate = event.element != Element::bytes && fault_ != Fault::approximate_not_told_apart;
    ObjectCount &count = results_.objects[object->name];
    count.instances++;
    count.bytes += event.bytes;
    LastLoad &last = last_of(*object, event);
    if (repeats_last(last, event)) {
      PairCount &pair = results_.pairs[{Tool::spatial_loads, approximate, last.context, event.context, object->name}];
      pair.instances++;
      pair.bytes += event.bytes;
      (approximate ? count.approximate_instances : count.redundant_instances)++;
      (approximate ? count.approximate_bytes : count.redundant_bytes) += event.bytes;
    }
    last = {event.context, event.value};
  }

  const Trace &trace_;
  const Fault fault_;
  Results &results_;
  uint64_t instances_ = 0;
  std::map<std::string, uint64_t> by_name_;
  std::map<uint64_t, Block> statics_, blocks_;
  std::map<uint64_t, Object> mapped_;  // by number of the page
  std::map<std::tuple<uint64_t, uint32_t, uint64_t>, LastLoad> last_;
};

}  // namespace

void count_spatial_loads(const Trace &trace, Fault fault, Results &results) {
  SpatialLoads loads(trace, fault, results);
  for (const Event &event : trace.events) loads.event(event);
}

}  // namespace hagstone::truth
