// SPDX-License-Identifier: MIT
#include "base/hash_index.h"

#include "base/system_call.h"

namespace hagstone {

namespace {
constexpr uint64_t initial_capacity = 512;
}

uint64_t HashIndex::hash(const Key &key) {
  uint64_t mixed = (key.high ^ key.low * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu;
  return mixed ^ mixed >> 32;
}

uint32_t HashIndex::find(const Key &key) const {
  if (!capacity_) return 0;
  for (uint64_t i = hash(key) & (capacity_ - 1); entries_[i].value; i = (i + 1) & (capacity_ - 1))
    if (entries_[i].key == key) return static_cast<uint32_t>(entries_[i].value);
  return 0;
}

void HashIndex::place(const Key &key, uint32_t value) {
  uint64_t i = hash(key) & (capacity_ - 1);
  while (entries_[i].value) i = (i + 1) & (capacity_ - 1);
  entries_[i] = {key, value};
}

bool HashIndex::grow() {
  uint64_t new_capacity = capacity_ ? capacity_ * 2 : initial_capacity;
  auto *new_entries = static_cast<Entry *>(map_pages(new_capacity * sizeof(Entry)));
  if (!new_entries) return false;
  Entry *old_entries = entries_;
  uint64_t old_capacity = capacity_;
  entries_ = new_entries;
  capacity_ = new_capacity;
  for (uint64_t i = 0; i < old_capacity; i++)
    if (old_entries[i].value) place(old_entries[i].key, static_cast<uint32_t>(old_entries[i].value));
  if (old_entries) unmap_pages(old_entries, old_capacity * sizeof(Entry));
  return true;
}

bool HashIndex::insert(const Key &key, uint32_t value) {
  if (used_ * 2 >= capacity_ && !grow()) return false;
  place(key, value);
  used_++;
  return true;
}

}  // namespace hagstone
