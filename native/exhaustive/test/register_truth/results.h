// SPDX-License-Identifier: GPL-2.0-or-later
// The compared results of engine or reference.
#ifndef HAGSTONE_REGISTER_TRUTH_RESULTS_H
#define HAGSTONE_REGISTER_TRUTH_RESULTS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "reference/trace.h"

namespace hagstone::register_truth {

struct PairKey {
  bool approximate;
  bool loads;
  truth::ContextId watch;
  truth::ContextId trap;
  auto operator<=>(const PairKey &) const = default;
};
struct WriteKey {
  bool loads;
  truth::ContextId context;
  auto operator<=>(const WriteKey &) const = default;
};
struct Count {
  uint64_t instances = 0;
  uint64_t bytes = 0;
  auto operator<=>(const Count &) const = default;
};

struct RegisterResults {
  std::map<PairKey, Count> pairs;
  std::map<truth::ContextId, uint64_t> first;  // ~bytes that repeat unwritten ones
  std::map<WriteKey, Count> writes;
  uint64_t repeating_instructions = 0;
  uint64_t repeating_floating_instructions = 0;
};

enum class Role : uint8_t { loaded = 1, stored, result, parameter, operand, target };
struct StreamKey {
  uint64_t address;
  Role role;
  uint32_t slot;
  auto operator<=>(const StreamKey &) const = default;
};
struct ValueTable {
  uint64_t executions = 0;
  uint64_t profiled = 0;
  uint64_t retried = 0;
  uint64_t converged = 0, increasing = 0, decreasing = 0;  // tests
  uint64_t repeats = 0;
  uint64_t zeros = 0;
  std::vector<std::pair<uint64_t, uint64_t>> entries;  // value, count; the most frequent first
  auto operator<=>(const ValueTable &) const = default;
};

struct Results {
  RegisterResults registers;
  std::map<StreamKey, ValueTable> values;
};

// One line for each number in which they differ, at most `most` lines; empty if they agree.
std::vector<std::string> differences(const Results &truth, const Results &found, const truth::ContextTable &contexts,
                                     size_t most);

}  // namespace hagstone::register_truth

#endif
