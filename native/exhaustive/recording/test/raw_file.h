// SPDX-License-Identifier: GPL-2.0-or-later
// A reader of raw recordings for tests, written from common/raw_format.h alone: it checks every promise made there.
#ifndef HAGSTONE_EXHAUSTIVE_TESTING_RAW_FILE_H
#define HAGSTONE_EXHAUSTIVE_TESTING_RAW_FILE_H

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/raw_format.h"

namespace hagstone::exhaustive::testing {

struct RawRecord {
  uint32_t writer;
  uint32_t kind;  // enum hagstone_extent_kind
  uint32_t type;
  std::vector<uint64_t> words;  // the payload, padded with zeros
  uint32_t length;              // of the payload in bytes

  // The fixed part of the payload.
  template <typename T>
  const T &as() const {
    if (length < sizeof(T)) throw std::runtime_error("record shorter than its type");
    return *reinterpret_cast<const T *>(words.data());
  }
  // The text after the first `skipped` bytes.
  std::string text(uint32_t skipped, uint32_t bytes) const {
    if (skipped + bytes > length) throw std::runtime_error("record shorter than what it announces");
    return {reinterpret_cast<const char *>(words.data()) + skipped, bytes};
  }
};

struct RawFile {
  hagstone_header header;
  uint64_t bytes;  // of the file
  std::vector<RawRecord> records;

  std::vector<const RawRecord *> of(uint32_t type) const;
  template <typename T>
  std::vector<T> all(uint32_t type) const {
    std::vector<T> found;
    for (const RawRecord *record : of(type)) found.push_back(record->as<T>());
    return found;
  }
};

// Throws std::runtime_error naming the promise that the file breaks. Pairs include the counts kept beside them.
RawFile read_raw_file(const std::string &path);

// Paths of the raw files in `directory`, sorted.
std::vector<std::string> raw_files_in(const std::string &directory);

}  // namespace hagstone::exhaustive::testing

#endif
