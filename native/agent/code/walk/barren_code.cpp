// SPDX-License-Identifier: MIT
#include "barren_code.h"

namespace hagstone {

void BarrenCode::begin_walk(uint8_t wanted) {
  wanted_ = wanted;
  line_count_ = 0;
}

void BarrenCode::pass(uint64_t address) {
  const uint64_t key = key_of(address);
  for (unsigned i = line_count_; i-- > 0;)
    if (lines_[i] == key) return;
  if (line_count_ < walk_lines) lines_[line_count_++] = key;
}

void BarrenCode::learn() {
  for (unsigned i = 0; i < line_count_; i++) {
    Entry &entry = entry_of(lines_[i]);
    if (entry.key != lines_[i]) entry = {lines_[i], 0, 0};
    if (entry.walks < walks_needed) entry.walks++;
    if (entry.walks == walks_needed) entry.uses_left = uses;
  }
}

void BarrenCode::refute() {
  for (unsigned i = 0; i < line_count_; i++) {
    Entry &entry = entry_of(lines_[i]);
    if (entry.key == lines_[i]) entry = {};
  }
}

bool BarrenCode::believe(uint64_t address) {
  const uint64_t key = key_of(address);
  Entry &entry = entry_of(key);
  if (entry.key != key || entry.uses_left == 0) return false;
  if (--entry.uses_left == 0) entry.walks = 0;
  return true;
}

}  // namespace hagstone
