// SPDX-License-Identifier: MIT
#include "rule_cache.h"

namespace hagstone {

const UnwindRule *RuleCache::find(uint64_t lookup, uint64_t generation) {
  if (generation_ != generation) {
    for (Entry &entry : entries_) entry.lookup = 0;
    generation_ = generation;
  }
  const Entry &entry = entries_[slot_of(lookup)];
  return entry.lookup == lookup ? &entry.rule : nullptr;
}

const UnwindRule *RuleCache::insert(uint64_t lookup, const UnwindRule &rule) {
  Entry &entry = entries_[slot_of(lookup)];
  entry = {lookup, rule};
  return &entry.rule;
}

}  // namespace hagstone
