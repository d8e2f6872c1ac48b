// SPDX-License-Identifier: MIT
#include "loops/dominators.h"

#include <algorithm>

namespace hagstone::symbols {

NumberedTree::NumberedTree(uint32_t size, uint32_t root, std::span<const FlowGraph::Edge> edges)
    : parent_(size, none), first_(size, none), last_(size, 0) {
  for (const auto &[parent, node] : edges) parent_[node] = parent;
  const FlowGraph tree(size, root, edges);
  std::vector<uint32_t> open{root};
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    first_[node] = static_cast<uint32_t>(order_.size());
    order_.push_back(node);
    const auto children = tree.successors(node);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  for (auto node = order_.rbegin(); node != order_.rend(); ++node) {
    last_[*node] = std::max(last_[*node], first_[*node]);
    if (parent_[*node] != none) last_[parent_[*node]] = std::max(last_[parent_[*node]], last_[*node]);
  }
}

NumberedTree spanning_tree(const FlowGraph &graph) {
  std::vector<FlowGraph::Edge> edges;
  std::vector<char> seen(graph.size(), 0);
  // A node with the position of its next successor.
  std::vector<std::pair<uint32_t, size_t>> open{{graph.entry(), 0}};
  seen[graph.entry()] = 1;
  while (!open.empty()) {
    auto &[node, next] = open.back();
    const auto successors = graph.successors(node);
    if (next == successors.size()) {
      open.pop_back();
      continue;
    }
    const uint32_t successor = successors[next++];
    if (seen[successor]) continue;
    seen[successor] = 1;
    edges.emplace_back(node, successor);
    open.emplace_back(successor, 0);
  }
  return NumberedTree(graph.size(), graph.entry(), edges);
}

namespace {

// The forest of the algorithm's LINK and EVAL, over depth-first numbers.
class Forest {
 public:
  explicit Forest(uint32_t size) : semidominator(size), ancestor_(size, NumberedTree::none), label_(size) {
    for (uint32_t v = 0; v < size; ++v) semidominator[v] = label_[v] = v;
  }
  void link(uint32_t parent, uint32_t v) { ancestor_[v] = parent; }
  // The vertex of least semidominator on the way from v up to, and without, the root of its tree.
  uint32_t evaluate(uint32_t v) {
    if (ancestor_[v] == NumberedTree::none) return label_[v];
    compress(v);
    return label_[v];
  }
  std::vector<uint32_t> semidominator;

 private:
  void compress(uint32_t v) {
    way_.clear();
    for (; ancestor_[ancestor_[v]] != NumberedTree::none; v = ancestor_[v]) way_.push_back(v);
    for (auto below = way_.rbegin(); below != way_.rend(); ++below) {
      const uint32_t above = ancestor_[*below];
      if (semidominator[label_[above]] < semidominator[label_[*below]]) label_[*below] = label_[above];
      ancestor_[*below] = ancestor_[above];
    }
  }
  std::vector<uint32_t> ancestor_;
  std::vector<uint32_t> label_;
  std::vector<uint32_t> way_;
};

}  // namespace

NumberedTree dominator_tree(const FlowGraph &graph, const NumberedTree &spanning) {
  const std::vector<uint32_t> &vertex = spanning.order();
  const auto count = static_cast<uint32_t>(vertex.size());
  std::vector<uint32_t> number(graph.size(), NumberedTree::none);
  for (uint32_t v = 0; v < count; ++v) number[vertex[v]] = v;

  Forest forest(count);
  std::vector<std::vector<uint32_t>> bucket(count);
  std::vector<uint32_t> dominator(count, 0);
  for (uint32_t v = count; v-- > 1;) {
    const uint32_t parent = number[spanning.parent(vertex[v])];
    for (const uint32_t node : graph.predecessors(vertex[v])) {
      if (number[node] == NumberedTree::none) continue;
      const uint32_t least = forest.semidominator[forest.evaluate(number[node])];
      forest.semidominator[v] = std::min(forest.semidominator[v], least);
    }
    bucket[forest.semidominator[v]].push_back(v);
    forest.link(parent, v);
    for (const uint32_t w : bucket[parent]) {
      const uint32_t least = forest.evaluate(w);
      dominator[w] = forest.semidominator[least] < forest.semidominator[w] ? least : parent;
    }
    bucket[parent].clear();
  }
  std::vector<FlowGraph::Edge> edges;
  edges.reserve(count);
  for (uint32_t v = 1; v < count; ++v) {
    if (dominator[v] != forest.semidominator[v]) dominator[v] = dominator[dominator[v]];
    edges.emplace_back(vertex[dominator[v]], vertex[v]);
  }
  return NumberedTree(graph.size(), graph.entry(), edges);
}

}  // namespace hagstone::symbols
