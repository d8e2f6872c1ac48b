// SPDX-License-Identifier: GPL-2.0-or-later
#include "tree_pairs.h"

#include <algorithm>
#include <stdexcept>

#include "labels.h"
#include "support/program_symbols.h"

namespace hagstone::exhaustive::testing {
namespace {

// The call made from a calling context, if it is a call of the tree.
struct Called {
  TreeCall call;
  uint64_t calls;  // of the tree from here on
};

class CallsOfTree {
 public:
  CallsOfTree(const RawFile &file, const std::string &program) : symbols_(program) {
    const auto contexts = file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT);
    for (const auto &context : contexts)
      if (caller_of(context) == "descend") first_site_ = std::min(first_site_, context.offset);
    called_.resize(contexts.size() + 1);
    for (const auto &context : contexts) called_[context.id] = called_from(context);
  }

  const TreeCall &of(uint32_t context) const { return called_.at(context).call; }

 private:
  std::string caller_of(const hagstone_context &context) const {
    return context.flags & HAGSTONE_CONTEXT_RETURN_ADDRESS ? symbols_.function_at(context.offset - 1) : "";
  }

  Called called_from(const hagstone_context &context) const {
    const std::string caller = caller_of(context);
    const Called &from = called_[context.parent];
    if (caller != "descend") {
      const uint32_t calls = caller == from.call.caller.function ? from.call.caller.calls + 1 : 1;
      return {{{caller, calls}, 0}, calls_of_a_tree};
    }
    const uint64_t half = from.calls / 2;
    const uint64_t before = context.offset == first_site_ ? 1 : 1 + half;
    return {{from.call.caller, from.call.number + static_cast<uint32_t>(before)}, half};
  }

  ProgramSymbols symbols_;
  uint64_t first_site_ = UINT64_MAX;  // of the two calls in the tree
  std::vector<Called> called_;        // by context
};

std::string text_of(const TreeCall &call) {
  return "call " + std::to_string(call.number) + " from " + call.caller.function + " " + std::to_string(call.caller.calls);
}

}  // namespace

std::map<uint32_t, TreePairs> recorded_tree_pairs(const RawFile &file, const std::string &program) {
  const Labels labels(file, program);
  const CallsOfTree calls(file, program);
  std::vector<uint32_t> parents = {0};
  for (const auto &context : file.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) parents.push_back(context.parent);
  std::map<uint32_t, TreePairs> pairs;
  for (const auto &pair : file.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string wanted = pair.tool == HAGSTONE_TOOL_REDUNDANT_LOADS ? "load" : "store";
    if (!pair.instances || labels.of(pair.watch) != wanted || labels.of(pair.trap) != wanted) continue;
    if (pair.bytes != 4 * pair.instances) throw std::runtime_error("an instance is not of 4 bytes");
    uint64_t &instances = pairs[pair.tool][{calls.of(parents[pair.watch]), calls.of(parents[pair.trap])}];
    if (instances) throw std::runtime_error("two calls of the tree are two pairs of one tool");
    instances = pair.instances;
  }
  return pairs;
}

TreePairs true_tree_pairs(const std::vector<Trees> &runs) {
  constexpr uint32_t last = calls_of_a_tree - 1;
  TreePairs pairs;
  for (size_t run = 0; run < runs.size(); run++) {
    const TreeCaller &caller = runs[run].caller;
    if (run > 0) pairs[{{runs[run - 1].caller, last}, {caller, 0}}]++;
    if (runs[run].count > 1) pairs[{{caller, last}, {caller, 0}}] += runs[run].count - 1;
    for (uint32_t call = 1; call <= last; call++) pairs[{{caller, call - 1}, {caller, call}}] += runs[run].count;
  }
  return pairs;
}

std::string more_than(const TreePairs &some, const TreePairs &others) {
  for (const auto &[pair, instances] : some) {
    const auto other = others.find(pair);
    const uint64_t there = other == others.end() ? 0 : other->second;
    if (instances > there)
      return text_of(pair.first) + " and " + text_of(pair.second) + ": " + std::to_string(instances) + ", not " +
             std::to_string(there);
  }
  return "";
}

}  // namespace hagstone::exhaustive::testing
