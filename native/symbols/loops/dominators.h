// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_DOMINATORS_H
#define HAGSTONE_SYMBOLS_LOOPS_DOMINATORS_H

#include <cstdint>
#include <span>
#include <vector>

#include "loops/flow_graph.h"

namespace hagstone::symbols {

// A tree over the nodes of a graph, numbered so that "is below" is two comparisons.
class NumberedTree {
 public:
  static constexpr uint32_t none = UINT32_MAX;

  // `edges` lead from parents to children, of one parent in the order in which `order()` is to have them; nodes that
  // they do not reach from `root` are outside of the tree.
  NumberedTree(uint32_t size, uint32_t root, std::span<const FlowGraph::Edge> edges);

  // `none` for the root and outside of the tree.
  uint32_t parent(uint32_t node) const { return parent_[node]; }
  // `above` is `below` or one of its ancestors. False for nodes outside of the tree.
  bool contains(uint32_t above, uint32_t below) const {
    return first_[above] <= first_[below] && first_[below] <= last_[above] && first_[above] != none;
  }
  // Nodes of the tree in depth-first order, parents first.
  const std::vector<uint32_t> &order() const { return order_; }

 private:
  std::vector<uint32_t> parent_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> first_;  // position in `order_`, `none` outside of the tree
  std::vector<uint32_t> last_;   // position of the last node below
};

// A depth-first spanning tree of the nodes that the entry reaches.
NumberedTree spanning_tree(const FlowGraph &graph);

// The dominator tree of the nodes that the entry reaches: a node's parent is its immediate dominator. By Lengauer and
// Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), the simple version: O(edges · log nodes)
// for any code. `spanning` is the graph's spanning_tree.
NumberedTree dominator_tree(const FlowGraph &graph, const NumberedTree &spanning);

}  // namespace hagstone::symbols

#endif
