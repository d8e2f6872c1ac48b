// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_VIRTUAL_FAKE_RECORDINGS_H
#define HAGSTONE_VIRTUAL_FAKE_RECORDINGS_H

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "common/raw_format.h"
#include "exhaustive/recording/recording.h"

// A recording of recording.h, as vectors. Contexts of the main recording keep their ids when they are copied.
struct hagstone_recording {
  struct Counter {
    uint32_t type;
    // The header that precedes the payload in a file, then the payload; aligned.
    std::vector<uint64_t> words;
    template <typename T>
    const T &as() const {
      return *reinterpret_cast<const T *>(words.data() + 1);
    }
  };
  struct Log {
    uint32_t type;
    std::vector<uint64_t> words;
    template <typename T>
    const T &as() const {
      return *reinterpret_cast<const T *>(words.data());
    }
  };
  std::string directory;
  hagstone_header header;
  std::deque<Counter> counters;
  std::vector<Log> log;
  uint64_t statistics[HAGSTONE_STATISTIC_COUNT];
  bool full;
};

namespace hagstone::exhaustive::testing {

// In the order of allocation, from the first since the last forget_recordings().
std::deque<hagstone_recording> &recordings();
void forget_recordings();

}  // namespace hagstone::exhaustive::testing

#endif
