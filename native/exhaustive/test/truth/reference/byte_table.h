// SPDX-License-Identifier: GPL-2.0-or-later
// Records about bytes of memory, separate for each thread. Bytes are looked up some hundred million times.
#ifndef HAGSTONE_TRUTH_BYTE_TABLE_H
#define HAGSTONE_TRUTH_BYTE_TABLE_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace hagstone::truth {

// `Known{}` is the state of a byte of which nothing is known.
template <typename Known>
class ByteTable {
 public:
  // Threads count from 1. Valid until another thread's byte is asked for, or the table is cleared.
  Known &at(uint64_t byte, uint32_t thread) {
    Line &threads = line(byte / kLineBytes);
    if (threads.size() < thread) threads.resize(thread);
    return threads[thread - 1][byte % kLineBytes];
  }
  // each(thread, known) of all threads for which there may be something.
  template <typename Each>
  void of_byte(uint64_t byte, Each &&each) {
    Line &threads = line(byte / kLineBytes);
    for (uint32_t i = 0; i < threads.size(); i++) each(i + 1, threads[i][byte % kLineBytes]);
  }
  // each(known) of all bytes and threads for which there may be something.
  template <typename Each>
  void all(Each &&each) {
    for (auto &[number, threads] : lines_)
      for (auto &bytes : threads)
        for (Known &known : bytes) each(known);
  }
  // each(known) as above, of `bytes` from `start` on; afterwards nothing is known of them.
  template <typename Each>
  void forget(uint64_t start, uint64_t bytes, Each &&each) {
    for (uint64_t at = start, end = start + bytes; at < end;) {
      const uint64_t number = at / kLineBytes, next = std::min(end, (number + 1) * kLineBytes);
      if (const auto found = lines_.find(number); found != lines_.end())
        for (auto &of_thread : found->second)
          for (uint64_t byte = at; byte < next; byte++) {
            each(of_thread[byte % kLineBytes]);
            of_thread[byte % kLineBytes] = {};
          }
      at = next;
    }
  }
  void clear() {
    lines_.clear();
    latest_ = nullptr;
  }

 private:
  static constexpr uint64_t kLineBytes = 64;
  using Line = std::vector<std::array<Known, kLineBytes>>;  // by thread

  Line &line(uint64_t number) {
    if (!latest_ || number != latest_number_) {
      latest_ = &lines_[number];
      latest_number_ = number;
    }
    return *latest_;
  }

  std::unordered_map<uint64_t, Line> lines_;  // by number
  Line *latest_ = nullptr;
  uint64_t latest_number_ = 0;
};

}  // namespace hagstone::truth

#endif
