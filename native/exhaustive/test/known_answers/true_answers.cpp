// SPDX-License-Identifier: GPL-2.0-or-later
#include <fstream>
#include <stdexcept>

#include "known_answers.h"
#include "pattern.h"

namespace hagstone::exhaustive::testing {

namespace {

uint64_t amount(const std::string &text, uint64_t rounds, const std::string &line) {
  const auto part = parts_of(text, R"((?:(\d+)\*)?(\d+|N|N-1|\(N-1\)))");
  if (part.empty()) throw std::runtime_error("no amount: " + line);
  const uint64_t factor = part[1].empty() ? 1 : std::stoull(part[1]);
  const std::string &count = part[2];
  if (count == "N") return factor * rounds;
  return factor * (count.find('N') == std::string::npos ? std::stoull(count) : rounds - 1);
}

}  // namespace

Answers true_answers(const std::string &source, uint64_t rounds) {
  std::ifstream file(source);
  if (!file) throw std::runtime_error("cannot read " + source);
  const std::string form =
      R"( \*   (dead-stores|silent-stores|redundant-loads|registers|spatial-loads)\s+(\w+)\s+(\w+)\s+(\S+)(?:\s+(\S*\d\S*|\S*N\S*))?(?:\s.*)?)";
  Answers answers;
  for (std::string line; std::getline(file, line) && line != " */" && line.find("*/") == std::string::npos;) {
    const auto part = parts_of(line, form);
    if (part.empty()) continue;
    Amount expected = {amount(part[4], rounds, line), part[5].empty() ? 0 : amount(part[5], rounds, line)};
    if (!answers.try_emplace({part[1], part[2], part[3]}, expected).second) throw std::runtime_error("said twice: " + line);
  }
  if (answers.empty()) throw std::runtime_error("no answers in " + source);
  return answers;
}

std::string to_string(const Answers &answers) {
  std::string text;
  for (const auto &[key, amount] : answers) {
    const auto &[tool, earlier, later] = key;
    text += tool + " " + earlier + " " + later + " " + std::to_string(amount.bytes) + " " +
            std::to_string(amount.instances) + "\n";
  }
  return text;
}

}  // namespace hagstone::exhaustive::testing
