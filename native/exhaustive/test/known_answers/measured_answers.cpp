// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/syscall.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "known_answers.h"
#include "recording_of.h"

namespace hagstone::exhaustive::testing {

namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 4096> piece;
  while (const size_t length = fread(piece.data(), 1, piece.size(), pipe.get())) text.append(piece.data(), length);
  return text;
}

std::map<uint64_t, std::string> labels_of(const std::string& program) {
  std::istringstream symbols(output_of("nm '" + program + "'"));
  std::map<uint64_t, std::string> labels;
  std::string address, kind, name;
  for (std::string line; std::getline(symbols, line);) {
    std::istringstream words(line);
    if (words >> address >> kind >> name && name.starts_with("at_"))
      labels[std::stoull(address, nullptr, 16)] = name.substr(3);
  }
  return labels;
}

// Names of the leaf contexts that are labelled.
class Labels {
 public:
  Labels(const RawFile& recording, const std::string& program) {
    const std::map<uint64_t, std::string> labels = labels_of(program);
    uint32_t program_module = 0;
    for (const RawRecord* each : recording.of(HAGSTONE_RECORD_MODULE)) {
      const auto& module = each->as<hagstone_module>();
      const std::string path = each->text(sizeof module + module.build_id_length, module.path_length);
      if (std::filesystem::equivalent(path, program)) program_module = module.index;
    }
    for (const auto& context : recording.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
      const auto label = labels.find(context.offset);
      if (context.module == program_module && label != labels.end()) names_[context.id] = label->second;
      if (context.module == HAGSTONE_MODULE_SYSTEM_CALL)
        names_[context.id] = context.offset == SYS_read ? "read" : context.offset == SYS_write ? "write" : "";
    }
  }

  // Empty: no label.
  std::string of(uint32_t context) const {
    const auto found = names_.find(context);
    return found == names_.end() ? "" : found->second;
  }

 private:
  std::map<uint32_t, std::string> names_;
};

const char* name_of(uint32_t tool) {
  switch (tool) {
    case HAGSTONE_TOOL_DEAD_STORES: return "dead-stores";
    case HAGSTONE_TOOL_SILENT_STORES: return "silent-stores";
    case HAGSTONE_TOOL_REDUNDANT_LOADS: return "redundant-loads";
    case HAGSTONE_TOOL_REGISTERS: return "registers";
    default: return "";
  }
}

}  // namespace

Answers measured_answers(const std::string& program, uint64_t rounds, const std::vector<std::string>& options) {
  const RawFile recording = recording_of("'" + program + "' " + std::to_string(rounds), options);
  const Labels labels(recording, program);
  Answers answers;
  for (const auto& pair : recording.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    const std::string earlier = labels.of(pair.watch), later = labels.of(pair.trap);
    if (earlier.empty() || later.empty()) continue;
    Amount& amount = answers[{name_of(pair.tool), earlier, later}];
    amount.bytes += pair.bytes;
    amount.instances += pair.instances;
  }
  for (const auto& without : recording.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR)) {
    const std::string access = labels.of(without.context);
    if (access.empty()) continue;
    answers[{name_of(without.tool), access, "unfinished"}].bytes += without.unfinished;
    answers[{name_of(without.tool), access, "freed"}].bytes += without.freed;
  }
  return answers;
}

}  // namespace hagstone::exhaustive::testing
