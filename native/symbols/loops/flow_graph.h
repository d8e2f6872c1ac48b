// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_FLOW_GRAPH_H
#define HAGSTONE_SYMBOLS_LOOPS_FLOW_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hagstone::symbols {

// A directed graph with an entry, nodes numbered from 0, in compressed form: neighbours of one node lie together.
class FlowGraph {
 public:
  using Edge = std::pair<uint32_t, uint32_t>;  // from, to

  FlowGraph(uint32_t node_count, uint32_t entry, std::span<const Edge> edges);

  uint32_t size() const { return static_cast<uint32_t>(successor_start_.size() - 1); }
  uint32_t entry() const { return entry_; }
  std::span<const uint32_t> successors(uint32_t node) const { return part(successors_, successor_start_, node); }
  std::span<const uint32_t> predecessors(uint32_t node) const { return part(predecessors_, predecessor_start_, node); }

 private:
  static std::span<const uint32_t> part(const std::vector<uint32_t> &all, const std::vector<uint32_t> &start,
                                        uint32_t node) {
    return std::span(all).subspan(start[node], start[node + 1] - start[node]);
  }

  uint32_t entry_;
  std::vector<uint32_t> successor_start_;
  std::vector<uint32_t> successors_;
  std::vector<uint32_t> predecessor_start_;
  std::vector<uint32_t> predecessors_;
};

}  // namespace hagstone::symbols

#endif
