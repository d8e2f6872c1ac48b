// SPDX-License-Identifier: GPL-2.0-or-later
// Random traces against a count by brute force that keeps every access of every byte.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "common/compare.h"
#include "exhaustive/loads/generic_redundant_loads.h"
#include "loading_program.h"

namespace {

using hagstone::exhaustive::testing::LoadingProgram;
using hagstone::exhaustive::testing::start_fast_redundant_loads;

struct Event {
  uint32_t thread;
  bool is_load;
  uint32_t leaf;
  uint8_t value;
};

// By byte: everything that happened there since its memory began.
class BruteForce {
 public:
  using Pair = std::pair<uint32_t, uint32_t>;
  struct Counts {
    uint64_t instances = 0, bytes = 0, interleaved_instances = 0, interleaved_bytes = 0;
    bool operator==(const Counts &) const = default;
  };
  struct Without {
    uint64_t unfinished = 0, freed = 0, interleaved = 0, first = 0;
    bool operator==(const Without &) const = default;
  };

  void access(uint32_t thread, bool is_load, uint32_t leaf, uint64_t offset, const std::vector<uint8_t> &values) {
    if (is_load) judge(thread, leaf, offset, values);
    for (size_t i = 0; i < values.size(); i++) events_[offset + i].push_back({thread, is_load, leaf, values[i]});
  }

  void end(uint64_t offset, uint64_t bytes, uint64_t Without::*ended_as) {
    for (uint64_t at = offset; at < offset + bytes; at++) {
      std::map<uint32_t, uint32_t> last;  // leaf by thread
      for (const Event &each : events_[at])
        if (each.is_load) last[each.thread] = each.leaf;
      for (const auto &[thread, leaf] : last) without[leaf].*ended_as += 1;
      events_[at].clear();
    }
  }

  std::map<Pair, Counts> pairs;
  std::map<uint32_t, Without> without;

 private:
  void judge(uint32_t thread, uint32_t leaf, uint64_t offset, const std::vector<uint8_t> &values) {
    bool same = true, interleaved = false;
    std::map<uint32_t, uint64_t> earlier;  // bytes by leaf
    for (size_t i = 0; i < values.size(); i++) {
      const std::vector<Event> &events = events_[offset + i];
      size_t at = events.size();
      bool others = false;
      while (at > 0 && !(events[at - 1].is_load && events[at - 1].thread == thread))
        others |= events[--at].thread != thread;
      if (at == 0) {
        without[leaf].first++;
        same = false;
      } else {
        earlier[events[at - 1].leaf]++;
        same &= events[at - 1].value == values[i];
        interleaved |= others;
      }
    }
    for (const auto &[from, bytes] : earlier) {
      if (same) {
        Counts &counts = pairs[{from, leaf}];
        (interleaved ? counts.interleaved_instances : counts.instances) += 1;
        (interleaved ? counts.interleaved_bytes : counts.bytes) += bytes;
      } else if (interleaved) {
        without[from].interleaved += bytes;
      }
    }
  }

  std::map<uint64_t, std::vector<Event>> events_;
};

void compare_random_program(const hagstone_measurement &measurement, unsigned seed, uint32_t threads) {
  constexpr uint32_t space = 96;
  std::mt19937 random(seed);
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random() % limit); };
  LoadingProgram program(measurement);
  BruteForce truth;
  if (threads > 1) program.measurement().several_threads();
  std::vector<const hagstone_site *> loads, stores;
  const uint32_t sizes[] = {1, 2, 4, 8, 16, 32, 3, 10};
  for (uint32_t size : sizes)
    for (int i = 0; i < 2; i++) {
      loads.push_back(&program.engine.add_site(HAGSTONE_LOAD, size));
      stores.push_back(&program.engine.add_site(HAGSTONE_STORE, size));
    }
  std::vector<hagstone_calling_context> contexts;
  for (int i = 0; i < 3; i++) contexts.push_back(program.engine.add_context());
  for (int step = 0; step < 1500; step++) {
    const uint32_t kind = below(100);
    const uint32_t thread = 1 + below(threads);
    program.context = contexts[below(3)];
    const hagstone_site &site = *(kind < 75 ? loads : stores)[below(static_cast<uint32_t>(loads.size()))];
    const uint64_t offset = below(space - site.bytes + 1);
    if (kind < 98) {
      std::vector<uint8_t> values(site.bytes);
      for (uint32_t i = 0; i < site.bytes; i++) {
        if (site.kind == HAGSTONE_STORE) program.set<uint8_t>(offset + i, static_cast<uint8_t>(below(50) == 0));
        values[i] = *reinterpret_cast<const uint8_t *>(program.address(offset + i));
      }
      program.access(site, offset, site.bytes, thread);
      truth.access(thread, site.kind == HAGSTONE_LOAD, program.leaf(site), offset, values);
    } else {
      program.measurement().memory_ends(program.address(offset), site.bytes, HAGSTONE_MEMORY_FREED);
      truth.end(offset, site.bytes, &BruteForce::Without::freed);
    }
  }
  program.measurement().finish();
  truth.end(0, space, &BruteForce::Without::unfinished);

  std::map<BruteForce::Pair, BruteForce::Counts> pairs;
  for (const hagstone_exact_pair &each : program.engine.all_pairs())
    pairs[{each.watch, each.trap}] = {each.instances, each.bytes, each.interleaved_instances, each.interleaved_bytes};
  EXPECT_TRUE(pairs == truth.pairs) << "seed " << seed;
  std::map<uint32_t, BruteForce::Without> without;
  for (const auto &record : program.engine.counters) {
    const auto &each = record.as<hagstone_without_pair>();
    without[each.context] = {each.unfinished, each.freed, each.interleaved, each.first};
  }
  std::erase_if(without, [](const auto &each) { return each.second == BruteForce::Without{}; });
  std::erase_if(truth.without, [](const auto &each) { return each.second == BruteForce::Without{}; });
  EXPECT_TRUE(without == truth.without) << "seed " << seed;
  EXPECT_GT(pairs.size(), 50u);
}

TEST(RedundantLoadsTraces, AgreeWithBruteForceInOneThread) {
  for (unsigned seed = 1; seed <= 40; seed++) compare_random_program(hagstone_generic_redundant_loads, seed, 1);
}

TEST(RedundantLoadsTraces, AgreeWithBruteForceInThreeThreads) {
  for (unsigned seed = 101; seed <= 140; seed++) compare_random_program(hagstone_generic_redundant_loads, seed, 3);
}

// One test, because the fast measurement does not go back from several threads to one.
TEST(RedundantLoadsTraces, AgreeWithBruteForceInTheFastMeasurement) {
  ASSERT_EQ(start_fast_redundant_loads(), nullptr);
  for (unsigned seed = 201; seed <= 240; seed++) compare_random_program(hagstone_fast_redundant_loads, seed, 1);
  for (unsigned seed = 301; seed <= 310; seed++) compare_random_program(hagstone_fast_redundant_loads, seed, 3);
}

}  // namespace
