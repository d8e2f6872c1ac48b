// SPDX-License-Identifier: MIT
#include "loops/control_flow.h"

#include <algorithm>

namespace hagstone::symbols {
namespace {

// Call sites that overlap, and so instructions that belong to many, occur in damaged files only.
constexpr size_t most_site_steps = 4'000'000;

class Builder {
 public:
  Builder(const FunctionCode &code, JumpTables &tables, const std::vector<CallSite> &call_sites,
          const std::function<bool(uint64_t)> &returns)
      : code_(code), leads_(code.instructions().size(), 0), falls_through_(code.instructions().size(), 0) {
    find_ends(tables, returns);
    for (const CallSite &site : call_sites) mark(code.starting_at(site.landing_pad));
    for (size_t i = 0; i < leads_.size(); ++i) {
      if (leads_[i]) first_.push_back(i);
    }
    add_edges(call_sites);
  }

  ControlFlow finish(uint64_t entry) {
    const auto count = static_cast<uint32_t>(first_.size());
    const auto start = code_.covering(entry);
    const std::vector<FlowGraph::Edge> kept = separate_regions(start ? block_of(*start) : 0);
    first_.push_back(code_.instructions().size());
    return {std::move(first_), FlowGraph(count + 1, count, kept), unresolved_};
  }

 private:
  void mark(std::optional<size_t> index) {
    if (index) leads_[*index] = 1;
  }

  // Marks the instructions that blocks begin with, and those that the next one follows.
  void find_ends(JumpTables &tables, const std::function<bool(uint64_t)> &returns) {
    const auto &instructions = code_.instructions();
    for (size_t i = 0; i < instructions.size(); ++i) {
      const FlowInstruction &each = instructions[i];
      const bool goes_on = each.flow == Flow::next || each.flow == Flow::branch ||
                           (each.flow == Flow::call && (each.target == 0 || returns(each.target)));
      falls_through_[i] = goes_on && !code_.is_last_of_range(i);
      if (i == 0 || code_.is_last_of_range(i - 1)) mark(i);
      if (each.flow == Flow::branch || each.flow == Flow::jump) mark(code_.starting_at(each.target));
      if (each.flow == Flow::indirect_jump) {
        std::optional<std::vector<uint64_t>> targets = tables.targets(i);
        if (targets) {
          if (targets->empty()) ++unresolved_;
          for (const uint64_t target : *targets) mark(code_.starting_at(target));
          table_targets_.emplace_back(i, std::move(*targets));
        }
      }
      const bool ends_block = each.flow != Flow::next && (each.flow != Flow::call || !goes_on);
      if (ends_block && i + 1 < instructions.size()) mark(i + 1);
    }
  }

  uint32_t block_of(size_t instruction) const {
    return static_cast<uint32_t>(std::upper_bound(first_.begin(), first_.end(), instruction) - first_.begin() - 1);
  }

  void add_edge(size_t from, uint64_t target) {
    if (const auto to = code_.starting_at(target)) edges_.emplace_back(block_of(from), block_of(*to));
  }

  void add_edges(const std::vector<CallSite> &call_sites) {
    const auto &instructions = code_.instructions();
    for (size_t block = 0; block < first_.size(); ++block) {
      const size_t last = (block + 1 < first_.size() ? first_[block + 1] : instructions.size()) - 1;
      const FlowInstruction &end = instructions[last];
      if (falls_through_[last]) edges_.emplace_back(block, block + 1);
      if (end.flow == Flow::branch || end.flow == Flow::jump) add_edge(last, end.target);
    }
    for (const auto &[jump, targets] : table_targets_) {
      for (const uint64_t target : targets) add_edge(jump, target);
    }
    size_t steps = 0;
    for (const CallSite &site : call_sites) {
      const auto pad = code_.starting_at(site.landing_pad);
      auto index = code_.covering(site.low);
      if (!pad || !index) continue;
      uint32_t previous = UINT32_MAX;
      for (size_t i = *index; i < instructions.size() && instructions[i].address < site.high && ++steps < most_site_steps;
           ++i) {
        if (instructions[i].flow != Flow::call || block_of(i) == previous) continue;
        previous = block_of(i);
        edges_.emplace_back(previous, block_of(*pad));
      }
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }

  // The edges within a region, and those from the made entry to the first block of each.
  std::vector<FlowGraph::Edge> separate_regions(uint32_t entry) {
    const auto count = static_cast<uint32_t>(first_.size());
    const FlowGraph all(count, 0, edges_);
    constexpr uint32_t none = UINT32_MAX;
    std::vector<uint32_t> region(count, none);
    std::vector<FlowGraph::Edge> kept;
    std::vector<uint32_t> open;
    const auto reach = [&](uint32_t start) {
      if (region[start] != none) return;
      region[start] = start;
      kept.emplace_back(count, start);
      open.push_back(start);
      while (!open.empty()) {
        const uint32_t block = open.back();
        open.pop_back();
        for (const uint32_t next : all.successors(block)) {
          if (region[next] != none) continue;
          region[next] = start;
          open.push_back(next);
        }
      }
    };
    if (count > 0) reach(entry);
    for (uint32_t block = 0; block < count; ++block) reach(block);
    for (const auto &edge : edges_) {
      if (region[edge.first] == region[edge.second]) kept.push_back(edge);
    }
    return kept;
  }

  const FunctionCode &code_;
  std::vector<char> leads_;          // by instruction: a block begins with it
  std::vector<char> falls_through_;  // by instruction: control may go on with the next one
  std::vector<size_t> first_;        // by block: its first instruction
  std::vector<FlowGraph::Edge> edges_;
  std::vector<std::pair<size_t, std::vector<uint64_t>>> table_targets_;
  uint32_t unresolved_ = 0;
};

}  // namespace

ControlFlow control_flow(const FunctionCode &code, uint64_t entry, JumpTables &tables,
                         const std::vector<CallSite> &call_sites, const std::function<bool(uint64_t)> &returns) {
  return Builder(code, tables, call_sites, returns).finish(entry);
}

}  // namespace hagstone::symbols
