// SPDX-License-Identifier: GPL-2.0-or-later
#include "results.h"

#include <sstream>

#include "compare_counts.h"

namespace hagstone::truth {

namespace {

const char *name_of(Tool tool) {
  static constexpr const char *names[] = {"dead stores", "silent stores", "redundant loads", "reuse", "spatial loads"};
  return names[static_cast<int>(tool)];
}

class Text {
 public:
  explicit Text(const ContextTable &contexts) : contexts_(contexts) {}

  std::string key(const PairKey &key) const {
    return std::string(name_of(key.tool)) + (key.approximate ? " approximate " : " ") + key.object + "[" +
           contexts_.text(key.watch) + "] -> [" + contexts_.text(key.trap) + "]" + scope(key.scope);
  }
  std::string key(const ContextKey &key) const {
    return std::string(name_of(key.tool)) + " [" + contexts_.text(key.context) + "]";
  }
  std::string key(const AccessKey &key) const {
    return std::string(key.store ? "stores" : "loads") + " [" + contexts_.text(key.context) + "]";
  }
  std::string key(const DistanceKey &key) const {
    static constexpr const char *axes[] = {"", "time", "stack", "first"};
    return std::string(axes[static_cast<int>(key.axis)]) + " at " + std::to_string(key.granularity) + " from " +
           std::to_string(key.distance) +
           (key.watch ? " [" + contexts_.text(key.watch) + "] -> [" + contexts_.text(key.trap) + "]" : "");
  }
  std::string key(const std::string &object) const { return "object " + object; }

  static std::string count(const PairCount &count) {
    return words({{"instances", count.instances},
                  {"bytes", count.bytes},
                  {"interleaved instances", count.interleaved_instances},
                  {"interleaved bytes", count.interleaved_bytes}});
  }
  static std::string count(const ContextCount &count) {
    return words({{"use", count.use},
                  {"unfinished", count.unfinished},
                  {"freed", count.freed},
                  {"interleaved", count.interleaved},
                  {"first", count.first}});
  }
  static std::string count(const AccessCount &count) {
    return words({{"instances", count.instances}, {"bytes", count.bytes}});
  }
  static std::string count(const Coverage &count) {
    return words({{"instructions", count.instructions}, {"measured", count.measured}, {"windows", count.windows}});
  }
  static std::string count(uint64_t count) { return std::to_string(count); }
  static std::string count(const ObjectCount &count) {
    return words({{"instances", count.instances},
                  {"bytes", count.bytes},
                  {"redundant", count.redundant_instances},
                  {"redundant bytes", count.redundant_bytes},
                  {"approximate", count.approximate_instances},
                  {"approximate bytes", count.approximate_bytes}});
  }

 private:
  std::string scope(const Scope &scope) const {
    if (!scope.frame) return "";
    std::ostringstream text;
    if (scope.header)
      text << " within the loop at " << std::hex << scope.header << " of [" << contexts_.text(scope.frame) << "]";
    else
      text << " within [" << contexts_.text(scope.frame) << "]";
    return text.str();
  }
  static std::string words(std::initializer_list<std::pair<const char *, uint64_t>> counts) {
    std::ostringstream text;
    for (const auto &[name, count] : counts)
      if (count) text << (text.tellp() ? ", " : "") << name << " " << count;
    return text.tellp() ? text.str() : "nothing";
  }
  const ContextTable &contexts_;
};

}  // namespace

std::vector<std::string> differences(const Results &truth, const Results &found, const ContextTable &contexts,
                                     size_t most) {
  const Text text(contexts);
  std::vector<std::string> lines;
  if (found.left_out != truth.left_out) lines.push_back(std::to_string(found.left_out) + " accesses were left out");
  if (found.coverage != truth.coverage)
    lines.push_back("coverage: " + text.count(found.coverage) + " instead of " + text.count(truth.coverage));
  compare_counts(truth.accesses, found.accesses, text, most, lines);
  compare_counts(truth.pairs, found.pairs, text, most, lines);
  compare_counts(truth.contexts, found.contexts, text, most, lines);
  compare_counts(truth.objects, found.objects, text, most, lines);
  compare_counts(truth.distances, found.distances, text, most, lines);
  return lines;
}

}  // namespace hagstone::truth
