// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random programs against a count by the definitions alone (metrics.md sections 1 and 2), byte for byte.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "program.h"

namespace hagstone::exhaustive::testing {
namespace {

constexpr uint32_t random_dead = HAGSTONE_TOOL_DEAD_STORES, random_silent = HAGSTONE_TOOL_SILENT_STORES;

// Expected counts of a pair or of a place's bytes without pair, by (tool, watch, trap) and (tool, place); places are
// numbers of the test.
struct Pair {
  uint64_t instances = 0, bytes = 0, interleaved_instances = 0, interleaved_bytes = 0;
};
struct Without {
  uint64_t unfinished = 0, freed = 0, interleaved = 0, first = 0;
};

class Reference {
 public:
  void access(bool is_store, uint32_t thread, size_t place, size_t offset, const std::vector<uint8_t> &value) {
    std::map<size_t, std::pair<uint64_t, uint64_t>> killed;  // by earlier place: bytes, interleaved ones
    std::map<size_t, uint64_t> overwritten;
    bool repeated = true, interleaved = false;
    for (size_t i = 0; i < value.size(); i++) {
      for (auto &[key, byte] : bytes_)
        if (key.second == offset + i && key.first != thread) byte.interleaved = true;
      const auto found = bytes_.find({thread, offset + i});
      if (!is_store) {
        if (found == bytes_.end()) continue;
        Byte &byte = found->second;
        if (byte.unread && byte.interleaved) without[{random_dead, byte.place}].interleaved++;
        byte.unread = false;
        continue;
      }
      if (found == bytes_.end()) {
        repeated = false;
        without[{random_dead, place}].first++;
        without[{random_silent, place}].first++;
      } else {
        const Byte &byte = found->second;
        if (byte.unread) (byte.interleaved ? killed[byte.place].second : killed[byte.place].first)++;
        overwritten[byte.place]++;
        repeated = repeated && byte.value == value[i];
        interleaved = interleaved || byte.interleaved;
      }
    }
    if (!is_store) return;
    for (const auto &[earlier, count] : killed) {
      add(pairs[{random_dead, earlier, place}], count.first, false);
      add(pairs[{random_dead, earlier, place}], count.second, true);
    }
    for (const auto &[earlier, count] : overwritten) {
      if (repeated)
        add(pairs[{random_silent, earlier, place}], count, interleaved);
      else if (interleaved)
        without[{random_silent, earlier}].interleaved += count;
    }
    for (size_t i = 0; i < value.size(); i++) bytes_[{thread, offset + i}] = {place, value[i], true, false};
  }

  void end(size_t offset, size_t count, uint64_t Without::*fate) {
    for (auto byte = bytes_.begin(); byte != bytes_.end();) {
      if (byte->first.second < offset || byte->first.second >= offset + count) {
        ++byte;
        continue;
      }
      if (byte->second.unread) without[{random_dead, byte->second.place}].*fate += 1;
      without[{random_silent, byte->second.place}].*fate += 1;
      byte = bytes_.erase(byte);
    }
  }

  std::map<std::tuple<uint32_t, size_t, size_t>, Pair> pairs;
  std::map<std::pair<uint32_t, size_t>, Without> without;

 private:
  struct Byte {
    size_t place;
    uint8_t value;
    bool unread, interleaved;
  };

  static void add(Pair &pair, uint64_t bytes, bool interleaved) {
    if (bytes == 0) return;
    (interleaved ? pair.interleaved_instances : pair.instances)++;
    (interleaved ? pair.interleaved_bytes : pair.bytes) += bytes;
  }

  std::map<std::pair<uint32_t, size_t>, Byte> bytes_;  // by thread and offset
};

constexpr size_t memory_bytes = 96, places_of_a_thread = 4, accesses = 4000;

void compare(Program &program, const std::vector<Program::Place> &places, Reference &reference) {
  for (uint32_t tool : {random_dead, random_silent})
    for (size_t watch = 0; watch < places.size(); watch++) {
      const hagstone_without_pair without = program.without(tool, places[watch]);
      const Without expected = reference.without[{tool, watch}];
      EXPECT_EQ(without.unfinished, expected.unfinished);
      EXPECT_EQ(without.freed, expected.freed);
      EXPECT_EQ(without.interleaved, expected.interleaved);
      EXPECT_EQ(without.first, expected.first);
      for (size_t trap = 0; trap < places.size(); trap++) {
        const hagstone_exact_pair pair = program.pair(tool, places[watch], places[trap]);
        const Pair wanted = reference.pairs[{tool, watch, trap}];
        EXPECT_EQ(pair.instances, wanted.instances);
        EXPECT_EQ(pair.bytes, wanted.bytes);
        EXPECT_EQ(pair.interleaved_instances, wanted.interleaved_instances);
        EXPECT_EQ(pair.interleaved_bytes, wanted.interleaved_bytes);
      }
    }
}

void run(uint32_t seed, uint32_t threads, bool through_code) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Program program;
  program.through_code = through_code;
  Reference reference;
  std::mt19937 random(seed);
  const auto below = [&](uint32_t bound) { return random() % bound; };
  std::vector<Program::Place> places, loads;
  for (uint32_t thread = 1; thread <= threads; thread++) {
    for (size_t i = 0; i < places_of_a_thread; i++) places.push_back(program.store_place(0, 0, thread));
    loads.push_back(program.load_place(0, thread));
  }
  // The second thread begins in the middle.
  uint32_t running = 1;
  for (size_t step = 0; step < accesses; step++) {
    if (step == accesses / 4 && threads > 1) {
      hagstone_stores.several_threads();
      running = threads;
    }
    const uint32_t thread = below(running);
    constexpr std::array<size_t, 8> lengths = {1, 2, 4, 8, 8, 16, 32, 40};
    const size_t length = lengths[below(lengths.size())];
    size_t offset = below(memory_bytes - length + 1);
    if (below(2)) offset -= offset % 4;
    if (below(100) == 0) {
      program.free(offset, length);
      reference.end(offset, length, &Without::freed);
    } else if (below(3) == 0) {
      program.load(loads[thread], offset, length);
      reference.access(false, thread, 0, offset, std::vector<uint8_t>(length));
    } else {
      std::vector<uint8_t> value(length, static_cast<uint8_t>(below(2)));
      if (below(4) == 0) value[below(static_cast<uint32_t>(length))] = static_cast<uint8_t>(below(2));
      const size_t place = thread * places_of_a_thread + below(places_of_a_thread);
      program.store_bytes(places[place], offset, value);
      reference.access(true, thread, place, offset, value);
    }
  }
  program.finish();
  reference.end(0, memory_bytes, &Without::unfinished);
  compare(program, places, reference);
}

class RandomTraces : public ::testing::TestWithParam<bool> {};

TEST_P(RandomTraces, AgreeWithBruteForceInOneThread) {
  for (uint32_t seed = 1; seed <= 8; seed++) run(seed, 1, GetParam());
}

TEST_P(RandomTraces, AgreeWithBruteForceInSeveralThreads) {
  for (uint32_t seed = 100; seed <= 106; seed++) run(seed, 3, GetParam());
}

INSTANTIATE_TEST_SUITE_P(ThroughCode, RandomTraces, ::testing::Bool(), ::testing::PrintToStringParamName());

}  // namespace
}  // namespace hagstone::exhaustive::testing
