// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_KNOWN_ANSWERS_H
#define HAGSTONE_EXHAUSTIVE_KNOWN_ANSWERS_H

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace hagstone::exhaustive::testing {

// The counts between two labelled instructions.
struct Amount {
  uint64_t bytes = 0;
  uint64_t instances = 0;
  bool operator==(const Amount &) const = default;
};

// By (tool, label of the earlier access, label of the later one). Labels are symbols that begin with "at_", without that;
// the kernel's accesses have the name of their system call. Bytes without pair have "unfinished" or "freed" for a later
// access, and no instances.
using Answers = std::map<std::tuple<std::string, std::string, std::string>, Amount>;

// Reads the true answer from the comment of a sample: lines ` *   TOOL EARLIER LATER BYTES [INSTANCES] [remark]`, with
// amounts like 12, N, N-1, 8*N, 8*(N-1); N is `rounds`. Throws std::runtime_error naming a line that is no such.
Answers true_answers(const std::string &source, uint64_t rounds);

// Runs the program under the engine with `options` and reads the recorded results at its labels. Throws
// std::runtime_error when the program fails.
Answers measured_answers(const std::string &program, uint64_t rounds, const std::vector<std::string> &options);

// One line per entry, for readable differences.
std::string to_string(const Answers &answers);

}  // namespace hagstone::exhaustive::testing

#endif
