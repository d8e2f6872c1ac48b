// SPDX-License-Identifier: MIT
#include "loops/natural_loops.h"

#include <utility>

#include "loops/dominators.h"

namespace hagstone::symbols {
namespace {

// Finds loops from the inside out; a finished loop is one node, its header, for those around it.
class LoopFinder {
 public:
  explicit LoopFinder(const FlowGraph &graph)
      : graph_(graph),
        spanning_(spanning_tree(graph)),
        dominators_(dominator_tree(graph, spanning_)),
        whole_(graph.size()),
        headed_(graph.size(), LoopForest::none) {
    for (uint32_t node = 0; node < graph.size(); ++node) whole_[node] = node;
    forest_.innermost.assign(graph.size(), LoopForest::none);
  }

  LoopForest find() {
    const std::vector<uint32_t> &order = spanning_.order();
    for (auto node = order.rbegin(); node != order.rend(); ++node) find_at(*node);
    return std::move(forest_);
  }

 private:
  void find_at(uint32_t header) {
    std::vector<uint32_t> sources;
    bool is_header = false;
    bool is_irreducible = false;
    for (const uint32_t node : graph_.predecessors(header)) {
      if (dominators_.contains(header, node)) {
        is_header = true;
        sources.push_back(node);
      } else if (spanning_.contains(header, node)) {
        is_irreducible = true;
      }
    }
    if (is_irreducible) ++forest_.irreducible_entries;
    if (is_header) gather(header, sources);
  }

  void gather(uint32_t header, const std::vector<uint32_t> &sources) {
    const auto loop = static_cast<uint32_t>(forest_.loops.size());
    forest_.loops.push_back({header, LoopForest::none});
    forest_.innermost[header] = loop;
    std::vector<uint32_t> open;
    const auto add = [&](uint32_t node) {
      if (!spanning_.contains(graph_.entry(), node)) return;
      const uint32_t found = whole(node);
      if (found == header) return;
      whole_[found] = header;
      if (headed_[found] != LoopForest::none)
        forest_.loops[headed_[found]].parent = loop;
      else
        forest_.innermost[found] = loop;
      open.push_back(found);
    };
    for (const uint32_t node : sources) add(node);
    while (!open.empty()) {
      const uint32_t node = open.back();
      open.pop_back();
      for (const uint32_t predecessor : graph_.predecessors(node)) add(predecessor);
    }
    headed_[header] = loop;
  }

  // Header of the outermost finished loop around the node, with path halving.
  uint32_t whole(uint32_t node) {
    while (whole_[node] != node) {
      whole_[node] = whole_[whole_[node]];
      node = whole_[node];
    }
    return node;
  }

  const FlowGraph &graph_;
  const NumberedTree spanning_;
  const NumberedTree dominators_;
  std::vector<uint32_t> whole_;
  std::vector<uint32_t> headed_;  // by node: the loop that it heads
  LoopForest forest_;
};

}  // namespace

LoopForest natural_loops(const FlowGraph &graph) { return LoopFinder(graph).find(); }

}  // namespace hagstone::symbols
