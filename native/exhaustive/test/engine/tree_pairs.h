// SPDX-License-Identifier: GPL-2.0-or-later
// The pairs of programs/trees/tree.h: recorded, and as they must be.
#ifndef HAGSTONE_EXHAUSTIVE_TREE_PAIRS_H
#define HAGSTONE_EXHAUSTIVE_TREE_PAIRS_H

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "raw_file.h"

namespace hagstone::exhaustive::testing {

// The caller of the tree: the function, and the number of its nested calls.
struct TreeCaller {
  std::string function;
  uint32_t calls;
  auto operator<=>(const TreeCaller &) const = default;
};

// A call of the tree: by its number in the order in which they are made, from 0.
struct TreeCall {
  TreeCaller caller;
  uint32_t number;
  auto operator<=>(const TreeCall &) const = default;
};

constexpr uint32_t calls_of_a_tree = (1u << 12) - 1;

// Instances by earlier and later call; each is of 4 bytes.
using TreePairs = std::map<std::pair<TreeCall, TreeCall>, uint64_t>;

// By tool, the recorded pairs of `program`. Throws std::runtime_error if an instance is not 4 bytes long or a pair
// occurs twice.
std::map<uint32_t, TreePairs> recorded_tree_pairs(const RawFile &file, const std::string &program);

// Trees that a process runs one after the other.
struct Trees {
  TreeCaller caller;
  uint32_t count;
};
// The pairs that each tool finds in a process that runs them.
TreePairs true_tree_pairs(const std::vector<Trees> &runs);

// A pair that `some` has more instances of than `others`, in words; empty: there is none.
std::string more_than(const TreePairs &some, const TreePairs &others);

}  // namespace hagstone::exhaustive::testing

#endif
