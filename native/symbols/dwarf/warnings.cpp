// SPDX-License-Identifier: MIT
#include "warnings.h"

namespace hagstone::symbols {

void Warnings::add(const std::string &problem, const std::string &subject, const std::string &remedy) {
  for (Entry &entry : entries_) {
    if (entry.problem == problem && entry.remedy == remedy) {
      ++entry.further;
      return;
    }
  }
  entries_.push_back({problem, subject, remedy, 0});
}

std::vector<std::string> Warnings::lines() const {
  std::vector<std::string> lines;
  for (const Entry &entry : entries_) {
    std::string line = entry.problem + ": " + entry.subject;
    if (entry.further > 0) line += " and " + std::to_string(entry.further) + " more";
    line += ": " + entry.remedy;
    // Names in damaged files can hold any byte.
    for (char &c : line) {
      if (c == '\n' || c == '\r') c = ' ';
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace hagstone::symbols
