// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_FAKE_ENGINE_H
#define HAGSTONE_EXHAUSTIVE_FAKE_ENGINE_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

namespace hagstone::exhaustive::testing {

// The services of measurement.h outside Valgrind: the recording is in vectors. The test makes contexts and sites.
// One object at a time, because the services are plain functions.
class FakeEngine {
 public:
  FakeEngine();
  ~FakeEngine();
  FakeEngine(const FakeEngine &) = delete;
  FakeEngine &operator=(const FakeEngine &) = delete;

  // `element`: enum hagstone_element. Valid until the engine goes.
  const hagstone_site &add_site(hagstone_access_kind kind, uint32_t bytes, uint8_t element = 0, uint64_t offset = 0,
                                uint32_t module = 1);
  // `parent` 0: a thread's root.
  hagstone_calling_context add_context(hagstone_calling_context parent = 0, uint32_t thread = 1);
  // Memory below 128 GB, as that of programs under Valgrind, zeroed; given back when the engine goes.
  std::span<uint8_t> program_memory(size_t bytes);

  uint32_t leaf(hagstone_calling_context context, uint32_t site);
  // Null if there is no such pair; it must not be there twice.
  const hagstone_exact_pair *pair(uint32_t tool, uint32_t watch_leaf, uint32_t trap_leaf, uint32_t object = 0) const;
  const std::deque<hagstone_exact_pair> &all_pairs() const;
  const hagstone_without_pair *without_pair(uint32_t tool, uint32_t leaf) const;

  struct Record {
    uint32_t type;
    std::vector<uint64_t> payload;  // in words, so that it is aligned
    template <typename T>
    const T &as() const {
      return *reinterpret_cast<const T *>(payload.data());
    }
  };

  uint32_t tolerance = 10'000'000;           // billionths
  bool full = false;                         // no room for further records
  // Counters never move. pair() and all_pairs() add the counts kept beside them (counted_pairs.h).
  mutable std::deque<hagstone_exact_pair> pairs;
  mutable std::deque<hagstone_pair_counts> pair_counts;
  std::deque<Record> counters;
  std::vector<Record> log;
  uint64_t statistics[HAGSTONE_STATISTIC_COUNT] = {};

  static FakeEngine &current();

 private:
  struct Context {
    hagstone_calling_context parent;
    uint32_t thread;
  };
  friend struct Services;

  std::deque<hagstone_site> sites_;      // by id - 1
  std::vector<Context> contexts_;        // by number - 1
  std::map<std::pair<hagstone_calling_context, uint32_t>, uint32_t> leaves_;
  std::vector<std::span<uint8_t>> memory_;
};

}  // namespace hagstone::exhaustive::testing

#endif
