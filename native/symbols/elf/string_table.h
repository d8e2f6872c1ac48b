// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_STRING_TABLE_H
#define HAGSTONE_SYMBOLS_STRING_TABLE_H

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace hagstone::symbols {

// Each different text once. Index 0 is the empty string: "unknown".
class StringTable {
 public:
  StringTable() { intern(""); }

  uint32_t intern(std::string_view text) {
    const auto found = indexes_.find(text);
    if (found != indexes_.end()) return found->second;
    const auto index = static_cast<uint32_t>(texts_.size());
    // A deque never moves its elements, so the keys may point into them.
    indexes_.emplace(texts_.emplace_back(text), index);
    return index;
  }
  const std::string &text(uint32_t index) const { return texts_[index]; }
  size_t size() const { return texts_.size(); }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, uint32_t> indexes_;
};

}  // namespace hagstone::symbols

#endif
