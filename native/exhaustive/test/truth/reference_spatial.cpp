// SPDX-License-Identifier: GPL-2.0-or-later
// Spatial loads: metrics.md section 6. Stacks are left out.
#include "program.h"
#include "reference_tools.h"
#include "repeats.h"

namespace hagstone::truth {

namespace {

struct Block {
  uint64_t bytes;
  std::string name;
  uint64_t instance;  // no two blocks or mappings are one object
};

struct LastLoad {
  ContextId context;
  std::string value;
};

class SpatialLoads {
 public:
  SpatialLoads(const Trace& trace, Fault fault, Results& results) : trace_(trace), fault_(fault), results_(results) {
    for (const DataObject& object : trace.statics)
      if (object.name != "stacks") statics_[object.address] = {object.bytes, object.name, ++instances_};
  }

  void event(const Event& event) {
    switch (event.kind) {
      case EventKind::allocated: blocks_[event.address] = {event.bytes, named("heap ", event), ++instances_}; break;
      case EventKind::mapped: mappings_[event.address] = {event.bytes, named("mapping ", event), ++instances_}; break;
      case EventKind::freed: blocks_.erase(event.address); break;
      case EventKind::unmapped: mappings_.erase(event.address); break;
      case EventKind::load: load(event); break;
      case EventKind::store: break;
      case EventKind::window_ends: last_.clear(); break;
    }
  }

 private:
  std::string named(const char* kind, const Event& event) const { return kind + trace_.contexts.text(event.context); }

  static const Block* around(const std::map<uint64_t, Block>& blocks, uint64_t address) {
    auto after = blocks.upper_bound(address);
    if (after == blocks.begin()) return nullptr;
    --after;
    return address < after->first + after->second.bytes ? &after->second : nullptr;
  }
  const Block* object_at(uint64_t address) const {
    for (const auto* blocks : {&blocks_, &statics_, &mappings_})
      if (const Block* block = around(*blocks, address)) return block;
    return nullptr;
  }

  void load(const Event& event) {
    const Block* object = object_at(event.address);
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
  std::map<uint64_t, Block> statics_, blocks_, mappings_;
  std::map<std::tuple<uint64_t, uint32_t, uint64_t>, LastLoad> last_;
};

}  // namespace

void count_spatial_loads(const Trace& trace, Fault fault, Results& results) {
  SpatialLoads loads(trace, fault, results);
  for (const Event& event : trace.events) loads.event(event);
}

}  // namespace hagstone::truth
