// SPDX-License-Identifier: MIT
#include "loops/loop_index.h"

#include <algorithm>
#include <utility>

#include "elf/function_starts.h"
#include "loops/loop_places.h"

namespace hagstone::symbols {
namespace {

// Code beyond is left out and counted, so that no file makes the analysis endless: bytes of code of a function and,
// should functions overlap, of all; contiguous parts of a function.
constexpr uint64_t largest_function = 4 << 20;
constexpr uint64_t largest_total = 1 << 30;
constexpr size_t most_parts = 256;

// Sorts by address, leaves overlapping code to the earliest function, and joins adjacent ranges.
void settle(std::vector<LoopTable::Code> &code) {
  std::sort(code.begin(), code.end(), [](const LoopTable::Code &a, const LoopTable::Code &b) { return a.low < b.low; });
  size_t kept = 0;
  for (LoopTable::Code each : code) {
    if (kept > 0) each.low = std::max(each.low, code[kept - 1].high);
    if (each.low >= each.high) continue;
    if (kept > 0 && code[kept - 1].high == each.low && code[kept - 1].loop == each.loop)
      code[kept - 1].high = each.high;
    else
      code[kept++] = each;
  }
  code.resize(kept);
}

}  // namespace

void LoopIndex::enclosing(uint64_t address, std::vector<EnclosingLoop> &loops) {
  const Function *function = function_at(address);
  if (function == nullptr) return;
  const auto after = std::upper_bound(function->segments.begin(), function->segments.end(), address,
                                      [](uint64_t wanted, const LoopSegment &each) { return wanted < each.low; });
  if (after == function->segments.begin()) return;
  const size_t first = loops.size();
  for (uint32_t loop = std::prev(after)->loop; loop != LoopForest::none; loop = function->loops[loop].parent) {
    const Loop &found = function->loops[loop];
    loops.push_back({found.frame, found.file, found.line, found.header});
  }
  std::reverse(loops.begin() + static_cast<ptrdiff_t>(first), loops.end());
}

std::optional<FunctionLoops> LoopIndex::of_function(uint64_t address) {
  FunctionLoops result;
  result.ranges = ranges_of(address);
  if (result.ranges.empty()) return std::nullopt;
  const LoopStatistics before = statistics_;
  Function function = analyse(result.ranges, result.ranges.front().first);
  for (const Loop &loop : function.loops) result.loops.push_back({loop.header, loop.parent});
  result.segments = std::move(function.segments);
  result.statistics = {statistics_.functions - before.functions, statistics_.loops - before.loops,
                       statistics_.irreducible_regions - before.irreducible_regions,
                       statistics_.unresolved_jumps - before.unresolved_jumps, statistics_.too_large - before.too_large};
  return result;
}

LoopTable LoopIndex::all() {
  LoopTable table;
  std::map<uint64_t, uint64_t> seen;  // end of each examined range, by its start
  for (const uint64_t start : function_starts(module_)) {
    const auto after = seen.upper_bound(start);
    if (after != seen.begin() && start < std::prev(after)->second) continue;
    const std::vector<AddressRange> ranges = ranges_of(start);
    for (const auto &[low, high] : ranges) seen.insert_or_assign(low, high);
    const std::optional<Analysis> found = ranges.empty() ? std::nullopt : find_loops(ranges, ranges.front().first);
    if (!found || found->forest.loops.empty()) continue;

    // No structured binding: Clang 14 lets no lambda capture one.
    const FunctionCode &code = found->code;
    const ControlFlow &flow = found->flow;
    const LoopForest &forest = found->forest;
    const auto address = [&](uint32_t block) { return code.instructions()[flow.first[block]].address; };
    const auto outer_first = [&](uint32_t loop) { return static_cast<uint32_t>(forest.loops.size() - 1 - loop); };
    const auto first = static_cast<uint32_t>(table.loops.size());
    for (size_t i = forest.loops.size(); i-- > 0;) {
      const LoopForest::Loop &loop = forest.loops[i];
      table.loops.push_back(
          {address(loop.header), loop.parent == LoopForest::none ? NestedLoop::none : first + outer_first(loop.parent)});
    }
    for (uint32_t block = 0; block + 1 < flow.first.size(); ++block) {
      const uint32_t loop = forest.innermost[block];
      if (loop == LoopForest::none) continue;
      const FlowInstruction &last = code.instructions()[flow.first[block + 1] - 1];
      table.code.push_back({address(block), last.address + last.length, first + outer_first(loop)});
    }
  }
  settle(table.code);
  return table;
}

std::vector<AddressRange> LoopIndex::ranges_of(uint64_t address) {
  std::vector<AddressRange> ranges = module_.function_ranges(address);
  if (!ranges.empty()) return ranges;
  if (const auto described = module_.unwind_tables().range_at(address))
    ranges.push_back(*described);
  else if (const auto guessed = module_.function_at(address))
    ranges.emplace_back(guessed->low, guessed->high);
  return ranges;
}

const LoopIndex::Function *LoopIndex::function_at(uint64_t address) {
  const auto after = ranges_.upper_bound(address);
  if (after != ranges_.begin() && address < std::prev(after)->second.high) return std::prev(after)->second.function.get();

  const std::vector<AddressRange> ranges = ranges_of(address);
  if (ranges.empty()) return nullptr;
  const auto function = std::make_shared<const Function>(analyse(ranges, ranges.front().first));
  for (const auto &[low, high] : ranges) ranges_.insert_or_assign(low, Range{high, function});
  return function.get();
}

std::optional<LoopIndex::Analysis> LoopIndex::find_loops(const std::vector<AddressRange> &ranges, uint64_t entry) {
  uint64_t size = 0;
  for (const auto &[low, high] : ranges) size += std::min(high - low, largest_function + 1);
  if (size > largest_function || size > largest_total - analysed_bytes_ || ranges.size() > most_parts) {
    ++statistics_.too_large;
    return std::nullopt;
  }
  analysed_bytes_ += size;
  ++statistics_.functions;
  std::vector<CallSite> call_sites;
  for (const AddressRange &range : ranges) {
    const std::vector<CallSite> more = module_.unwind_tables().call_sites(range.first);
    call_sites.insert(call_sites.end(), more.begin(), more.end());
  }
  FunctionCode code(module_.image(), ranges);
  JumpTables tables(module_.image(), relocations_, code);
  ControlFlow flow =
      control_flow(code, entry, tables, call_sites, [this](uint64_t callee) { return no_return_.returns(callee); });
  LoopForest forest = natural_loops(flow.graph);
  statistics_.loops += static_cast<uint32_t>(forest.loops.size());
  statistics_.irreducible_regions += forest.irreducible_entries;
  statistics_.unresolved_jumps += flow.unresolved_jumps;
  return Analysis{std::move(code), std::move(flow), std::move(forest)};
}

LoopIndex::Function LoopIndex::analyse(const std::vector<AddressRange> &ranges, uint64_t entry) {
  Function result;
  const std::optional<Analysis> found = find_loops(ranges, entry);
  if (!found || found->forest.loops.empty()) return result;

  const auto &[code, flow, forest] = *found;
  const std::vector<LoopPlace> places = loop_places(module_, code, flow, forest);
  for (size_t i = 0; i < places.size(); ++i) {
    const uint64_t header = code.instructions()[flow.first[forest.loops[i].header]].address;
    result.loops.push_back({forest.loops[i].parent, places[i].frame, places[i].file, places[i].line, header});
  }
  for (uint32_t block = 0; block + 1 < flow.first.size(); ++block) {
    const uint32_t loop = forest.innermost[block];
    const uint32_t before = result.segments.empty() ? LoopForest::none : result.segments.back().loop;
    if (loop != before) result.segments.push_back({code.instructions()[flow.first[block]].address, loop});
  }
  return result;
}

}  // namespace hagstone::symbols
