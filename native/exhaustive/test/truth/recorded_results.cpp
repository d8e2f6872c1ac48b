// SPDX-License-Identifier: GPL-2.0-or-later
#include "recorded_results.h"

#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "raw_file.h"

#include "common/test/bucket_distance.h"

namespace hagstone::truth {

namespace {

using exhaustive::testing::RawFile;

std::optional<Tool> tool_of(uint32_t tool) {
  switch (tool) {
    case HAGSTONE_TOOL_DEAD_STORES: return Tool::dead_stores;
    case HAGSTONE_TOOL_SILENT_STORES: return Tool::silent_stores;
    case HAGSTONE_TOOL_REDUNDANT_LOADS: return Tool::redundant_loads;
    case HAGSTONE_TOOL_REUSE_DISTANCE: return Tool::reuse;
    case HAGSTONE_TOOL_SPATIAL_LOADS: return Tool::spatial_loads;
    default: return {};
  }
}

class Recorded {
 public:
  Recorded(const RawFile &file, ContextTable &contexts, const std::set<Tool> &tools)
      : file_(file), contexts_(contexts), tools_(tools) {}

  Results results() {
    demand(file_.header.state == HAGSTONE_STATE_FINISHED, "the recording is finished");
    read_statistics();
    read_contexts();
    read_accesses();
    read_objects();
    read_scopes();
    read_pairs();
    read_without_pairs();
    read_distances();
    left_is_use();
    return std::move(results_);
  }

 private:
  static void demand(bool kept, const std::string &promise) {
    if (!kept) throw std::runtime_error("not so: " + promise);
  }

  void read_statistics() {
    const auto statistics = file_.of(HAGSTONE_RECORD_STATISTICS);
    demand(statistics.size() == 1, "there are statistics");
    for (uint32_t dropped : {HAGSTONE_STATISTIC_dropped_no_context, HAGSTONE_STATISTIC_dropped_pairs_full,
                             HAGSTONE_STATISTIC_dropped_access_form, HAGSTONE_STATISTIC_dropped_distances_full})
      results_.left_out += statistics[0]->words.at(dropped);
    if (file_.header.window_on)
      results_.coverage = {statistics[0]->words.at(HAGSTONE_STATISTIC_instructions),
                           statistics[0]->words.at(HAGSTONE_STATISTIC_instructions_measured),
                           statistics[0]->words.at(HAGSTONE_STATISTIC_windows)};
  }

  void read_contexts() {
    for (const auto &module : file_.all<hagstone_module>(HAGSTONE_RECORD_MODULE))
      demand(module.bias == 0, "the program is the only module");
    ids_.push_back(0);
    for (const auto &context : file_.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
      NodeKind kind = context.flags & HAGSTONE_CONTEXT_RETURN_ADDRESS ? NodeKind::call : NodeKind::instruction;
      if (context.module == HAGSTONE_MODULE_THREAD_ROOT) kind = NodeKind::thread;
      if (context.module == HAGSTONE_MODULE_SYSTEM_CALL) kind = NodeKind::system_call;
      demand(context.module != HAGSTONE_MODULE_UNKNOWN, "all code is in the program");
      ids_.push_back(contexts_.intern({ids_.at(context.parent), kind, context.offset}));
    }
  }

  void add_accesses(ContextId context, bool store, uint64_t instances, uint64_t bytes) {
    AccessCount &count = results_.accesses[{context, store}];
    count.instances += instances;
    count.bytes += bytes;
  }

  void read_accesses() {
    std::unordered_map<uint32_t, const exhaustive::testing::RawRecord *> blocks;
    for (const auto *record : file_.of(HAGSTONE_RECORD_BLOCK)) blocks[record->as<hagstone_block>().id] = record;
    for (const auto &count : file_.all<hagstone_block_count>(HAGSTONE_RECORD_BLOCK_COUNT)) {
      const auto &block = blocks.at(count.block)->as<hagstone_block>();
      const auto *accesses = reinterpret_cast<const hagstone_block_access *>(&block + 1);
      for (uint32_t i = 0; i < block.access_count && count.count; i++) {
        const ContextId leaf =
            contexts_.intern({ids_.at(count.context), NodeKind::instruction, block.offset + accesses[i].offset});
        add_accesses(leaf, accesses[i].kind == HAGSTONE_ACCESS_STORE, count.count, count.count * accesses[i].bytes);
      }
    }
    for (const auto &count : file_.all<hagstone_access_count>(HAGSTONE_RECORD_ACCESS_COUNT))
      add_accesses(ids_.at(count.context), count.kind == HAGSTONE_ACCESS_STORE, count.instances, count.bytes);
  }

  void read_objects() {
    for (const auto *record : file_.of(HAGSTONE_RECORD_OBJECT)) {
      const auto &object = record->as<hagstone_object>();
      std::string &name = objects_[object.id];
      if (object.kind == HAGSTONE_OBJECT_STATIC)
        name = record->text(sizeof object, object.name_length);
      else
        name = (object.kind == HAGSTONE_OBJECT_HEAP ? "heap " : "mapping ") + contexts_.text(ids_.at(object.context));
    }
    for (const auto &count : file_.all<hagstone_object_count>(HAGSTONE_RECORD_OBJECT_COUNT)) {
      const std::string &name = objects_.at(count.object);
      if (name == "stacks") continue;
      ObjectCount &sum = results_.objects[name];
      sum.instances += count.instances;
      sum.bytes += count.bytes;
      sum.redundant_instances += count.redundant_instances;
      sum.redundant_bytes += count.redundant_bytes;
      sum.approximate_instances += count.approximate_instances;
      sum.approximate_bytes += count.approximate_bytes;
    }
  }

  void read_scopes() {
    for (const auto &scope : file_.all<hagstone_scope>(HAGSTONE_RECORD_SCOPE))
      scopes_[scope.id] = {ids_.at(scope.context), scope.kind == HAGSTONE_SCOPE_LOOP ? scope.offset : 0};
  }

  void read_pairs() {
    for (const auto &pair : file_.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
      const auto tool = tool_of(pair.tool);
      demand(tool && tools_.contains(*tool), "pairs are of the tools asked for");
      pairs_[pair.id] = {ids_.at(pair.watch), ids_.at(pair.trap)};
      const std::string object = *tool == Tool::spatial_loads ? objects_.at(pair.object) : "";
      if (object == "stacks") continue;
      PairCount &count = results_.pairs[{*tool, (pair.flags & HAGSTONE_PAIR_APPROXIMATE) != 0, ids_.at(pair.watch),
                                         ids_.at(pair.trap), object, pair.scope ? scopes_.at(pair.scope) : Scope{}}];
      count.instances += pair.instances;
      count.bytes += pair.bytes;
      count.interleaved_instances += pair.interleaved_instances;
      count.interleaved_bytes += pair.interleaved_bytes;
    }
  }

  void read_without_pairs() {
    for (const auto &without : file_.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR)) {
      ContextCount &count = results_.contexts[{tool_of(without.tool).value(), ids_.at(without.context)}];
      count.unfinished += without.unfinished;
      count.freed += without.freed;
      count.interleaved += without.interleaved;
      count.first += without.first;
    }
  }

  void read_distances() {
    for (const auto &count : file_.all<hagstone_reuse_count>(HAGSTONE_RECORD_REUSE_COUNT)) {
      DistanceKey key = {0, 0, static_cast<Axis>(count.axis), count.granularity, hagstone_bucket_distance(count.bucket)};
      if (count.pair) {
        std::tie(key.watch, key.trap) = pairs_.at(count.pair);
        key.distance = first_of_part(key.distance, parts_of_octave_of_pair);
      }
      results_.distances[key] += count.count;
    }
  }

  void left_is_use() {
    for (Tool tool : tools_) {
      if (tool == Tool::reuse || tool == Tool::spatial_loads) continue;
      const bool stores = tool != Tool::redundant_loads;
      for (const auto &[key, count] : results_.accesses)
        if (key.store == stores) results_.contexts[{tool, key.context}].use += count.bytes;
    }
    for (const auto &[key, pair] : results_.pairs)
      if (key.tool != Tool::reuse && key.tool != Tool::spatial_loads)
        results_.contexts[{key.tool, key.watch}].use -= pair.bytes + pair.interleaved_bytes;
    for (auto &[key, count] : results_.contexts) count.use -= count.unfinished + count.freed + count.interleaved;
  }

  const RawFile &file_;
  ContextTable &contexts_;
  const std::set<Tool> &tools_;
  Results results_;
  std::vector<ContextId> ids_;  // by id in the file
  std::unordered_map<uint32_t, std::string> objects_;
  std::unordered_map<uint32_t, Scope> scopes_;
  std::unordered_map<uint32_t, std::pair<ContextId, ContextId>> pairs_;
};

}  // namespace

Results recorded_results(const std::string &path, ContextTable &contexts, const std::set<Tool> &tools) {
  const RawFile file = exhaustive::testing::read_raw_file(path);
  return Recorded(file, contexts, tools).results();
}

Results only(Results all, const std::set<Tool> &tools) {
  std::erase_if(all.pairs, [&](const auto &pair) { return !tools.contains(pair.first.tool); });
  std::erase_if(all.contexts, [&](const auto &context) { return !tools.contains(context.first.tool); });
  if (!tools.contains(Tool::reuse)) all.distances.clear();
  if (!tools.contains(Tool::spatial_loads)) all.objects.clear();
  return all;
}

}  // namespace hagstone::truth
