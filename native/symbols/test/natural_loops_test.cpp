// SPDX-License-Identifier: MIT
// Dominators and natural loops of small random graphs, against their definitions.
#include "loops/natural_loops.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "loops/dominators.h"

namespace hagstone::symbols {
namespace {

using Edges = std::vector<FlowGraph::Edge>;
using Nodes = std::set<uint32_t>;

Edges random_edges(std::mt19937 &random, uint32_t nodes) {
  Edges edges;
  const uint32_t count = static_cast<uint32_t>(random()) % (2 * nodes + 1);
  for (uint32_t i = 0; i < count; ++i) edges.emplace_back(random() % nodes, random() % nodes);
  return edges;
}

// The nodes that `from` reaches without passing `without`.
Nodes reached(const FlowGraph &graph, uint32_t from, uint32_t without, bool forwards = true) {
  Nodes seen;
  std::vector<uint32_t> open{from};
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    if (node == without || !seen.insert(node).second) continue;
    for (const uint32_t next : forwards ? graph.successors(node) : graph.predecessors(node)) open.push_back(next);
  }
  return seen;
}

bool dominates(const FlowGraph &graph, uint32_t above, uint32_t below) {
  return above == below || !reached(graph, graph.entry(), above).contains(below);
}

TEST(Dominators, FitTheDefinitionOnRandomGraphs) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const uint32_t size = 1 + static_cast<uint32_t>(random()) % 12;
    const FlowGraph graph(size, static_cast<uint32_t>(random()) % size, random_edges(random, size));
    const Nodes reachable = reached(graph, graph.entry(), size);
    const NumberedTree tree = dominator_tree(graph, spanning_tree(graph));
    for (uint32_t a = 0; a < size; ++a) {
      for (uint32_t b = 0; b < size; ++b) {
        const bool expected = reachable.contains(a) && reachable.contains(b) && dominates(graph, a, b);
        ASSERT_EQ(tree.contains(a, b), expected) << "round " << round << ": " << a << " over " << b;
      }
    }
  }
}

TEST(NaturalLoops, FitTheDefinitionOnRandomGraphs) {
  std::mt19937 random(2);
  size_t nested = 0;
  for (int round = 0; round < 3000; ++round) {
    const uint32_t size = 1 + static_cast<uint32_t>(random()) % 12;
    const FlowGraph graph(size, static_cast<uint32_t>(random()) % size, random_edges(random, size));
    const Nodes reachable = reached(graph, graph.entry(), size);
    std::map<uint32_t, Nodes> expected;
    for (const uint32_t header : reachable) {
      for (const uint32_t source : graph.predecessors(header)) {
        if (!reachable.contains(source) || !dominates(graph, header, source)) continue;
        Nodes &body = expected[header];
        body.insert(header);
        for (const uint32_t node : reached(graph, source, header, false)) {
          if (reachable.contains(node)) body.insert(node);
        }
      }
    }
    const LoopForest forest = natural_loops(graph);
    std::map<uint32_t, Nodes> found;
    for (const LoopForest::Loop &loop : forest.loops) found[loop.header];
    for (uint32_t node = 0; node < size; ++node) {
      for (uint32_t loop = forest.innermost[node]; loop != LoopForest::none; loop = forest.loops[loop].parent) {
        found[forest.loops[loop].header].insert(node);
      }
    }
    ASSERT_EQ(found, expected) << "round " << round;
    for (const LoopForest::Loop &loop : forest.loops) nested += loop.parent != LoopForest::none ? 1 : 0;
  }
  EXPECT_GT(nested, 100u);
}

TEST(NaturalLoops, CountCyclesWithSeveralEntries) {
  // 0 → 1 ⇄ 2 ← 0, within the loop 0 … 3 → 0.
  const Edges edges{{0, 1}, {0, 2}, {1, 2}, {2, 1}, {2, 3}, {3, 0}};
  const LoopForest forest = natural_loops(FlowGraph(4, 0, edges));
  EXPECT_EQ(forest.irreducible_entries, 1u);
  ASSERT_EQ(forest.loops.size(), 1u);
  EXPECT_EQ(forest.loops[0].header, 0u);
  EXPECT_EQ(forest.innermost, (std::vector<uint32_t>{0, 0, 0, 0}));
}

TEST(NaturalLoops, ManyBlocksInDeepNestsTakeNoRecursion) {
  // Block i is the header of a loop that ends in block 2n - 1 - i.
  constexpr uint32_t depth = 50'000;
  Edges edges;
  for (uint32_t i = 0; i + 1 < 2 * depth; ++i) edges.emplace_back(i, i + 1);
  for (uint32_t i = 0; i < depth; ++i) edges.emplace_back(2 * depth - 1 - i, i);
  const LoopForest forest = natural_loops(FlowGraph(2 * depth, 0, edges));
  ASSERT_EQ(forest.loops.size(), depth);
  EXPECT_EQ(forest.loops.front().header, depth - 1);
  EXPECT_EQ(forest.loops.back().header, 0u);
}

}  // namespace
}  // namespace hagstone::symbols
