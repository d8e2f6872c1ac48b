// SPDX-License-Identifier: GPL-2.0-or-later
// Two maps of counts, line by line where they differ.
#ifndef HAGSTONE_TRUTH_COMPARE_COUNTS_H
#define HAGSTONE_TRUTH_COMPARE_COUNTS_H

#include <string>
#include <vector>

namespace hagstone::truth {

// Appends one line for each key whose counts differ, up to `most` lines in all. A key that one side lacks counts nothing
// there. `text` puts them into words: text.key(key), Text::count(count).
template <typename Map, typename Text>
void compare_counts(const Map &truth, const Map &found, const Text &text, size_t most, std::vector<std::string> &lines) {
  const typename Map::mapped_type nothing = {};
  const auto tell = [&](const auto &key, const auto &expected, const auto &counted) {
    if (expected != counted && lines.size() < most)
      lines.push_back(text.key(key) + ": truth " + Text::count(expected) + "; found " + Text::count(counted));
  };
  for (const auto &[key, expected] : truth) {
    const auto counted = found.find(key);
    tell(key, expected, counted == found.end() ? nothing : counted->second);
  }
  for (const auto &[key, counted] : found)
    if (!truth.contains(key)) tell(key, nothing, counted);
}

}  // namespace hagstone::truth

#endif
