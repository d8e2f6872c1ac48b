// SPDX-License-Identifier: GPL-2.0-or-later
#include "labels.h"

#include <sys/syscall.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace hagstone::exhaustive::testing {

namespace {

std::string output_of(const std::string &command) {
  const std::unique_ptr<FILE, int (*)(FILE *)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  std::array<char, 4096> piece;
  while (const size_t length = fread(piece.data(), 1, piece.size(), pipe.get())) text.append(piece.data(), length);
  return text;
}

std::map<uint64_t, std::string> labels_of(const std::string &program) {
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

}  // namespace

Labels::Labels(const RawFile &recording, const std::string &program) {
  const std::map<uint64_t, std::string> labels = labels_of(program);
  uint32_t program_module = 0;
  for (const RawRecord *each : recording.of(HAGSTONE_RECORD_MODULE)) {
    const auto &module = each->as<hagstone_module>();
    const std::string path = each->text(sizeof module + module.build_id_length, module.path_length);
    if (std::filesystem::equivalent(path, program)) program_module = module.index;
  }
  for (const auto &context : recording.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
    const auto label = labels.find(context.offset);
    if (context.module == program_module && label != labels.end()) names_[context.id] = label->second;
    if (context.module == HAGSTONE_MODULE_SYSTEM_CALL)
      names_[context.id] = context.offset == SYS_read ? "read" : context.offset == SYS_write ? "write" : "";
  }
}

std::string Labels::of(uint32_t context) const {
  const auto found = names_.find(context);
  return found == names_.end() ? "" : found->second;
}

}  // namespace hagstone::exhaustive::testing
