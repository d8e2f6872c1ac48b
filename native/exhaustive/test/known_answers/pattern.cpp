// SPDX-License-Identifier: GPL-2.0-or-later
#include "pattern.h"

#include <map>
#include <regex>

namespace hagstone::exhaustive::testing {

std::vector<std::string> parts_of(const std::string &text, const std::string &pattern) {
  static std::map<std::string, std::regex> compiled;
  const std::regex &form = compiled.try_emplace(pattern, pattern).first->second;
  std::smatch found;
  std::vector<std::string> parts;
  if (std::regex_match(text, found, form))
    for (const auto &part : found) parts.push_back(part);
  return parts;
}

}  // namespace hagstone::exhaustive::testing
