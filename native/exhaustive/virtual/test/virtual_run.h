// SPDX-License-Identifier: GPL-2.0-or-later
// Virtual PMUs over a stream of accesses that a test makes.
#ifndef HAGSTONE_VIRTUAL_RUN_H
#define HAGSTONE_VIRTUAL_RUN_H

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fake_engine.h"
#include "fake_recordings.h"
#include "virtual_pmu.h"

namespace hagstone::exhaustive::testing {

class VirtualRun {
 public:
  // `specifications` as in specification.h; they must be right.
  explicit VirtualRun(const std::vector<std::string> &specifications);
  ~VirtualRun();

  // `place` tells instructions apart: one site for each (place, kind, bytes, element). The memory is not touched.
  void load(int place, uint64_t address, uint32_t bytes, uint32_t thread = 1, uint8_t element = 0);
  void stored(int place, uint64_t address, uint32_t bytes, uint32_t thread = 1, uint8_t element = 0);
  // A load, then a store of one instruction.
  void modified(int place, uint64_t address, uint32_t bytes);
  void system_call(hagstone_access_kind kind, uint64_t address, uint32_t bytes);

  // For the streams of witch_streams.h and value_streams: elements of 8 bytes that are not looked at.
  void store(int place, uint64_t element) { stored(place, element * 8, 8); }

  // Writes a value to program memory, then reports the store.
  template <typename T>
  void write(int place, T *target, T value, uint8_t element = 0) {
    std::memcpy(target, &value, sizeof value);
    stored(place, reinterpret_cast<uint64_t>(target), sizeof value, 1, element);
  }
  template <typename T>
  void read(int place, const T *source, uint8_t element = 0) {
    load(place, reinterpret_cast<uint64_t>(source), sizeof *source, 1, element);
  }

  void end_memory(uint64_t address, uint64_t bytes) {
    hagstone_virtual_measurement.memory_ends(address, bytes, HAGSTONE_MEMORY_FREED);
  }
  void move_memory(uint64_t from, uint64_t to, uint64_t bytes) {
    hagstone_virtual_measurement.memory_moves(from, to, bytes);
  }
  void end_thread(uint32_t thread) { hagstone_virtual_measurement.thread_ends(thread); }
  void finish() { hagstone_virtual_measurement.finish(); }

  FakeEngine &engine() { return engine_; }
  const hagstone_recording &recording(size_t pmu = 0) const { return recordings()[pmu]; }
  hagstone_recording &recording(size_t pmu = 0) { return recordings()[pmu]; }
  uint64_t statistic(enum hagstone_statistic which, size_t pmu = 0) const { return recording(pmu).statistics[which]; }

  // Places of the earlier and the later access. Shares of all credit.
  using Pair = std::pair<int, int>;
  std::map<Pair, double> shares(size_t pmu = 0) const;
  double share_of(hagstone_relation relation, size_t pmu = 0) const;
  std::vector<hagstone_pair> pairs(size_t pmu = 0) const;
  std::vector<hagstone_watch_context> contexts(size_t pmu = 0) const;
  // Records of a type in the log, in order.
  template <typename T>
  std::vector<T> logged(hagstone_record_type type, size_t pmu = 0) const {
    std::vector<T> found;
    for (const auto &record : recording(pmu).log)
      if (record.type == type) found.push_back(record.as<T>());
    return found;
  }

 private:
  struct SiteKey {
    int place;
    uint8_t kind, element;
    uint32_t bytes;
    auto operator<=>(const SiteKey &) const = default;
  };
  const hagstone_site &site(const SiteKey &key);
  void access(const SiteKey &key, uint64_t address, uint32_t thread);

  FakeEngine engine_;
  std::map<uint32_t, hagstone_calling_context> roots_;
  std::map<SiteKey, const hagstone_site *> sites_;
  std::map<uint32_t, int> place_of_leaf_;
};

}  // namespace hagstone::exhaustive::testing

#endif
