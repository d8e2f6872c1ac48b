// SPDX-License-Identifier: GPL-2.0-or-later
// Hashes of keys of several numbers, for counts that are looked up some ten million times.
#ifndef HAGSTONE_TRUTH_HASH_H
#define HAGSTONE_TRUTH_HASH_H

#include <cstddef>
#include <cstdint>

namespace hagstone::truth {

template <typename... Numbers>
size_t hash_of(Numbers... numbers) {
  uint64_t hash = 0;
  const auto mix = [&](uint64_t number) {
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
  };
  (mix(static_cast<uint64_t>(numbers)), ...);
  return hash;
}

}  // namespace hagstone::truth

#endif
