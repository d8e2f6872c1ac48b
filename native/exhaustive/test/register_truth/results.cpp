// SPDX-License-Identifier: GPL-2.0-or-later
#include "results.h"

#include <sstream>

#include "compare_counts.h"

namespace hagstone::register_truth {

namespace {

class Text {
 public:
  explicit Text(const truth::ContextTable &contexts) : contexts_(contexts) {}

  std::string key(const PairKey &key) const {
    return std::string(key.approximate ? "approximate " : "") + (key.loads ? "load " : "register ") + "[" +
           contexts_.text(key.watch) + "] -> [" + contexts_.text(key.trap) + "]";
  }
  std::string key(const WriteKey &key) const {
    return std::string(key.loads ? "loads [" : "writes [") + contexts_.text(key.context) + "]";
  }
  std::string key(truth::ContextId context) const { return "first [" + contexts_.text(context) + "]"; }
  std::string key(const StreamKey &key) const {
    static constexpr const char *roles[] = {"", "loaded", "stored", "result", "parameter", "operand", "target"};
    std::ostringstream text;
    text << roles[static_cast<int>(key.role)] << " " << std::hex << key.address << " slot " << std::dec << key.slot;
    return text.str();
  }
  static std::string count(const Count &count) {
    return std::to_string(count.instances) + " instances, " + std::to_string(count.bytes) + " bytes";
  }
  static std::string count(uint64_t count) { return std::to_string(count); }
  static std::string count(const ValueTable &table) {
    std::ostringstream text;
    text << table.executions << " executions, " << table.profiled << " profiled, " << table.retried
         << " of them again, tests " << table.converged << " " << table.increasing << " " << table.decreasing << ", "
         << table.repeats << " repeats, " << table.zeros << " zeros:" << std::hex;
    for (const auto &[value, count] : table.entries) text << " " << value << " x" << std::dec << count << std::hex;
    return text.str();
  }

 private:
  const truth::ContextTable &contexts_;
};

}  // namespace

std::vector<std::string> differences(const Results &truth, const Results &found, const truth::ContextTable &contexts,
                                     size_t most) {
  const Text text(contexts);
  std::vector<std::string> lines;
  truth::compare_counts(truth.registers.writes, found.registers.writes, text, most, lines);
  truth::compare_counts(truth.registers.pairs, found.registers.pairs, text, most, lines);
  truth::compare_counts(truth.registers.first, found.registers.first, text, most, lines);
  truth::compare_counts(truth.values, found.values, text, most, lines);
  const auto tell = [&](const char *what, uint64_t expected, uint64_t counted) {
    if (expected != counted && lines.size() < most)
      lines.push_back(std::string(what) + ": truth " + std::to_string(expected) + "; found " + std::to_string(counted));
  };
  tell("repeating instructions", truth.registers.repeating_instructions, found.registers.repeating_instructions);
  tell("repeating floating-point instructions", truth.registers.repeating_floating_instructions,
       found.registers.repeating_floating_instructions);
  return lines;
}

}  // namespace hagstone::register_truth
