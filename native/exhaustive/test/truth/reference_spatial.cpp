// SPDX-License-Identifier: GPL-2.0-or-later
// Spatial loads: metrics.md section 6. Stacks are left out.
#include "program.h"
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
  SpatialLoads(const Trace& trace, Fault fault, Results& results) : trace_(trace), fault_(fault), results_(results) {
    for (const DataObject& object : trace.statics)
      if (object.name != "stacks") statics_[object.address] = {object.bytes, {object.name, ++instances_}};
  }

  void event(const Event& event) {
    switch (event.kind) {
      case EventKind::allocated: allocate(event); break;
      case EventKind::mapped: map(event, {named("mapping ", event), ++instances_}); break;
      case EventKind::grown: grow(event); break;
      case EventKind::freed: blocks_.erase(event.address); break;
      case EventKind::unmapped: unmap(event); break;
      case EventKind::load: load(event); break;
      case EventKind::store:
      case EventKind::loop_header: break;
      case EventKind::window_ends: last_.clear(); break;
    }
  }

 private:
  std::string named(const char* kind, const Event& event) const { return kind + trace_.contexts.text(event.context); }

  // What realloc leaves where it is stays what it was, but for its name.
  void allocate(const Event& event) {
    const auto known = blocks_.find(event.address);
    const uint64_t instance = known == blocks_.end() || fault_ == Fault::reallocated_is_another_object
                                  ? ++instances_ : known->second.object.instance;
    blocks_[event.address] = {event.bytes, {named("heap ", event), instance}};
  }
  void map(const Event& event, const Object& object) {
    for (uint64_t at = 0; at < event.bytes; at += page_bytes) mapped_[(event.address + at) / page_bytes] = object;
  }
  void grow(const Event& event) {
    const auto before = mapped_.find(event.address / page_bytes - 1);
    const bool goes_on = before != mapped_.end() && fault_ != Fault::grown_is_another_object;
    map(event, goes_on ? Object(before->second) : Object{named("mapping ", event), ++instances_});
  }
  void unmap(const Event& event) {
    for (uint64_t at = 0; at < event.bytes; at += page_bytes) mapped_.erase((event.address + at) / page_bytes);
  }

  static const Object* around(const std::map<uint64_t, Block>& blocks, uint64_t address) {
    auto after = blocks.upper_bound(address);
    if (after == blocks.begin()) return nullptr;
    --after;
    return address < after->first + after->second.bytes ? &after->second.object : nullptr;
  }
  const Object* object_at(uint64_t address) const {
    for (const auto* blocks : {&blocks_, &statics_})
      if (const Object* object = around(*blocks, address)) return object;
    const auto page = mapped_.find(address / page_bytes);
    return page == mapped_.end() ? nullptr : &page->second;
  }

  void load(const Event& event) {
    const Object* object = object_at(event.address);
    if (!object) return;
    const bool approximate = event.element != Element::bytes && fault_ != Fault::approximate_not_told_apart;
    ObjectCount& count = results_.objects[object->name];
    count.instances++;
    count.bytes += event.bytes;
    const uint32_t thread = fault_ == Fault::spatial_by_any_thread ? 0 : event.thread;
    LastLoad& last = last_[{object->instance, thread, fault_ == Fault::spatial_by_address ? event.address : 0}];
    if (last.context && last.value.size() == event.value.size() && repeats(event.element, last.value, event.value, fault_)) {
      PairCount& pair = results_.pairs[{Tool::spatial_loads, approximate, last.context, event.context, object->name}];
      pair.instances++;
      pair.bytes += event.bytes;
      (approximate ? count.approximate_instances : count.redundant_instances)++;
      (approximate ? count.approximate_bytes : count.redundant_bytes) += event.bytes;
    }
    last = {event.context, event.value};
  }

  const Trace& trace_;
  const Fault fault_;
  Results& results_;
  uint64_t instances_ = 0;
  std::map<uint64_t, Block> statics_, blocks_;
  std::map<uint64_t, Object> mapped_;  // by number of the page
  std::map<std::tuple<uint64_t, uint32_t, uint64_t>, LastLoad> last_;
};

}  // namespace

void count_spatial_loads(const Trace& trace, Fault fault, Results& results) {
  SpatialLoads loads(trace, fault, results);
  for (const Event& event : trace.events) loads.event(event);
}

}  // namespace hagstone::truth
