// SPDX-License-Identifier: MIT
// From 128-bit keys to numbers, in memory straight from the kernel; grows inside signal handlers.
#ifndef HAGSTONE_BASE_HASH_INDEX_H
#define HAGSTONE_BASE_HASH_INDEX_H

#include <stdint.h>

namespace hagstone {

// Open addressing, linear probing, at most half full. Values are not 0. One writer.
class HashIndex {
 public:
  struct Key {
    uint64_t high;
    uint64_t low;
    bool operator==(const Key &other) const { return high == other.high && low == other.low; }
  };

  // The value of `key`, 0 if there is none.
  uint32_t find(const Key &key) const;
  // False if the kernel gave no memory. `key` must not be in the index.
  [[nodiscard]] bool insert(const Key &key, uint32_t value);

 private:
  struct Entry {
    Key key;
    uint64_t value;
  };
  static uint64_t hash(const Key &key);
  void place(const Key &key, uint32_t value);
  bool grow();

  Entry *entries_ = nullptr;
  uint64_t capacity_ = 0;
  uint64_t used_ = 0;
};

}  // namespace hagstone

#endif
