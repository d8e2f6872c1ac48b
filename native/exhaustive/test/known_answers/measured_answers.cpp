// SPDX-License-Identifier: GPL-2.0-or-later
#include "known_answers.h"
#include "labels.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {

namespace {

const char *name_of(uint32_t tool) {
  switch (tool) {
    case HAGSTONE_TOOL_DEAD_STORES: return "dead-stores";
    case HAGSTONE_TOOL_SILENT_STORES: return "silent-stores";
    case HAGSTONE_TOOL_REDUNDANT_LOADS: return "redundant-loads";
    case HAGSTONE_TOOL_REGISTERS: return "registers";
    case HAGSTONE_TOOL_SPATIAL_LOADS: return "spatial-loads";
    default: return "";
  }
}

}  // namespace

Answers measured_answers(const std::string &program, uint64_t rounds, const std::vector<std::string> &options) {
  const RawFile recording = recording_of("'" + program + "' " + std::to_string(rounds), options);
  const Labels labels(recording, program);
  Answers answers;
  for (const auto &pair : recording.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string earlier = labels.of(pair.watch), later = labels.of(pair.trap);
    if (earlier.empty() || later.empty()) continue;
    Amount &amount = answers[{name_of(pair.tool), earlier, later}];
    amount.bytes += pair.bytes;
    amount.instances += pair.instances;
  }
  for (const auto &without : recording.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR)) {
    const std::string access = labels.of(without.context);
    if (access.empty()) continue;
    answers[{name_of(without.tool), access, "unfinished"}].bytes += without.unfinished;
    answers[{name_of(without.tool), access, "freed"}].bytes += without.freed;
  }
  return answers;
}

}  // namespace hagstone::exhaustive::testing
