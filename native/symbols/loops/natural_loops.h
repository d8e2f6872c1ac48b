// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_NATURAL_LOOPS_H
#define HAGSTONE_SYMBOLS_LOOPS_NATURAL_LOOPS_H

#include <cstdint>
#include <vector>

#include "loops/flow_graph.h"

namespace hagstone::symbols {

// Natural loops of a graph: an edge to a node that dominates its origin makes that node a header; the loop is what
// reaches the edge without passing the header. Loops of one header are one loop, so any two are nested or disjoint
// (Aho, Sethi, Ullman, "Compilers", 10.4).
struct LoopForest {
  static constexpr uint32_t none = UINT32_MAX;
  struct Loop {
    uint32_t header;
    uint32_t parent;  // the loop around it, or `none`; always a greater index
  };
  std::vector<Loop> loops;          // inner ones before outer ones
  std::vector<uint32_t> innermost;  // by node: the innermost loop that it is in, or `none`
  // Nodes that a cycle comes back to without their dominating it: cycles with several entries are no natural loops.
  uint32_t irreducible_entries = 0;
};

// Only nodes that the entry reaches count.
LoopForest natural_loops(const FlowGraph &graph);

}  // namespace hagstone::symbols

#endif
