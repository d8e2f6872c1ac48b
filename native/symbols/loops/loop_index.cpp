// SPDX-License-Identifier: MIT
#include "loops/loop_index.h"

#include <algorithm>

#include "loops/control_flow.h"
#include "loops/loop_places.h"
#include "loops/natural_loops.h"

namespace hagstone::symbols {
namespace {

// What is beyond is left out and counted, so that no file makes the analysis endless: bytes of code of a function and,
// should functions overlap, of all; contiguous parts of a function.
constexpr uint64_t largest_function = 4 << 20;
constexpr uint64_t largest_total = 1 << 30;
constexpr size_t most_parts = 256;

}  // namespace

void LoopIndex::enclosing(uint64_t address, std::vector<EnclosingLoop>& loops) {
  const Function* function = function_at(address);
  if (function == nullptr) return;
  const auto after = std::upper_bound(function->segments.begin(), function->segments.end(), address,
                                      [](uint64_t wanted, const Segment& each) { return wanted < each.low; });
  if (after == function->segments.begin()) return;
  const size_t first = loops.size();
  for (uint32_t loop = std::prev(after)->loop; loop != LoopForest::none; loop = function->loops[loop].parent) {
    const Loop& found = function->loops[loop];
    loops.push_back({found.frame, found.file, found.line, found.header});
  }
  std::reverse(loops.begin() + static_cast<ptrdiff_t>(first), loops.end());
}

const LoopIndex::Function* LoopIndex::function_at(uint64_t address) {
  const auto after = ranges_.upper_bound(address);
  if (after != ranges_.begin() && address < std::prev(after)->second.high) return std::prev(after)->second.function.get();

  std::vector<AddressRange> ranges = module_.function_ranges(address);
  if (ranges.empty()) {
    if (const auto described = module_.unwind_tables().range_at(address)) ranges.push_back(*described);
    else if (const auto guessed = module_.function_at(address)) ranges.emplace_back(guessed->low, guessed->high);
    else return nullptr;
  }
  const auto function = std::make_shared<const Function>(analyse(ranges, ranges.front().first));
  for (const auto& [low, high] : ranges) ranges_.insert_or_assign(low, Range{high, function});
  return function.get();
}

LoopIndex::Function LoopIndex::analyse(const std::vector<AddressRange>& ranges, uint64_t entry) {
  Function result;
  uint64_t size = 0;
  for (const auto& [low, high] : ranges) size += std::min(high - low, largest_function + 1);
  if (size > largest_function || size > largest_total - analysed_bytes_ || ranges.size() > most_parts) {
    ++statistics_.too_large;
    return result;
  }
  analysed_bytes_ += size;
  ++statistics_.functions;
  std::vector<CallSite> call_sites;
  for (const AddressRange& range : ranges) {
    const std::vector<CallSite> more = module_.unwind_tables().call_sites(range.first);
    call_sites.insert(call_sites.end(), more.begin(), more.end());
  }
  const FunctionCode code(module_.image(), ranges);
  JumpTables tables(module_.image(), relocations_, code);
  const ControlFlow flow = control_flow(code, entry, tables, call_sites, [this](uint64_t callee) { return no_return_.returns(callee); });
  const LoopForest forest = natural_loops(flow.graph);
  statistics_.loops += static_cast<uint32_t>(forest.loops.size());
  statistics_.irreducible_regions += forest.irreducible_entries;
  statistics_.unresolved_jumps += flow.unresolved_jumps;
  if (forest.loops.empty()) return result;

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
