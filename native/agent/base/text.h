// SPDX-License-Identifier: MIT
// Strings without libc.
#ifndef HAGSTONE_BASE_TEXT_H
#define HAGSTONE_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

namespace hagstone {

inline size_t text_length(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

inline bool text_equal(const char *left, const char *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}

inline bool text_starts_with(const char *text, const char *prefix) {
  while (*prefix && *text == *prefix) text++, prefix++;
  return !*prefix;
}

// Decimal digits only, no sign; false if there are none, other characters follow, or the number does not fit.
inline bool parse_number(const char *text, uint64_t &number) {
  if (!*text) return false;
  uint64_t value = 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    if (__builtin_mul_overflow(value, uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<uint64_t>(*text - '0'), &value))
      return false;
  }
  number = value;
  return true;
}

// Puts a text together in a caller's buffer; always terminated, cut if it does not fit.
class TextBuilder {
 public:
  TextBuilder(char *buffer, size_t size) : buffer_(buffer), size_(size) { *buffer_ = 0; }
  TextBuilder &text(const char *text) {
    for (; *text; text++) put(*text);
    return *this;
  }
  TextBuilder &number(uint64_t number) {
    char digits[20];
    int count = 0;
    do digits[count++] = static_cast<char>('0' + number % 10);
    while (number /= 10);
    while (count) put(digits[--count]);
    return *this;
  }

 private:
  void put(char character) {
    if (length_ + 1 >= size_) return;
    buffer_[length_++] = character;
    buffer_[length_] = 0;
  }
  char *buffer_;
  size_t size_;
  size_t length_ = 0;
};

}  // namespace hagstone

#endif
