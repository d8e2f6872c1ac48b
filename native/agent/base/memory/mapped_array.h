// SPDX-License-Identifier: MIT
// A growing array of plain values in memory straight from the kernel; grows inside signal handlers.
#ifndef HAGSTONE_BASE_MAPPED_ARRAY_H
#define HAGSTONE_BASE_MAPPED_ARRAY_H

#include <stdint.h>

#include "base/system_call.h"

namespace hagstone {

// One writer. T is trivially copyable.
template <typename T>
class MappedArray {
 public:
  uint32_t size() const { return size_; }
  T &operator[](uint32_t i) { return values_[i]; }
  const T &operator[](uint32_t i) const { return values_[i]; }

  // False if the kernel gave no memory.
  [[nodiscard]] bool append(const T &value) {
    if (size_ == capacity_ && !grow()) return false;
    values_[size_++] = value;
    return true;
  }

  void clear() {
    if (values_) unmap_pages(values_, uint64_t{capacity_} * sizeof(T));
    values_ = nullptr;
    size_ = capacity_ = 0;
  }

 private:
  static constexpr uint32_t initial_capacity = 4096 / sizeof(T);

  bool grow() {
    uint32_t new_capacity = capacity_ ? capacity_ * 2 : initial_capacity;
    void *moved = values_ ? remap_pages(values_, uint64_t{capacity_} * sizeof(T), uint64_t{new_capacity} * sizeof(T))
                          : map_pages(uint64_t{new_capacity} * sizeof(T));
    if (!moved) return false;
    values_ = static_cast<T *>(moved);
    capacity_ = new_capacity;
    return true;
  }

  T *values_ = nullptr;
  uint32_t size_ = 0;
  uint32_t capacity_ = 0;
};

}  // namespace hagstone

#endif
