// SPDX-License-Identifier: MIT
#include "loops/flow_graph.h"

namespace hagstone::symbols {
namespace {

// Counting sort of the edges by one end; `other` is the end that is kept.
void compress(uint32_t node_count, std::span<const FlowGraph::Edge> edges, uint32_t FlowGraph::Edge::*by,
              uint32_t FlowGraph::Edge::*other, std::vector<uint32_t> &start, std::vector<uint32_t> &neighbours) {
  start.assign(size_t{node_count} + 1, 0);
  neighbours.resize(edges.size());
  for (const FlowGraph::Edge &edge : edges) ++start[edge.*by + 1];
  for (uint32_t node = 0; node < node_count; ++node) start[node + 1] += start[node];
  std::vector<uint32_t> next(start.begin(), start.end() - 1);
  for (const FlowGraph::Edge &edge : edges) neighbours[next[edge.*by]++] = edge.*other;
}

}  // namespace

FlowGraph::FlowGraph(uint32_t node_count, uint32_t entry, std::span<const Edge> edges) : entry_(entry) {
  compress(node_count, edges, &Edge::first, &Edge::second, successor_start_, successors_);
  compress(node_count, edges, &Edge::second, &Edge::first, predecessor_start_, predecessors_);
}

}  // namespace hagstone::symbols
