// SPDX-License-Identifier: GPL-2.0-or-later
//
// The code that measurements put into translations against the same measurements told of each access: equal to the byte,
// on samples and on programs of the distribution.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <tuple>

#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

// Contexts by what they mean, because their numbers depend on the order in which they were met: a hash of all modules
// and offsets from the thread's root on.
class Paths {
 public:
  explicit Paths(const RawFile& recording) {
    for (const auto& context : recording.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
      const uint64_t parent = context.parent ? hashes_.at(context.parent) : 1;
      hashes_[context.id] = mixed(mixed(parent, context.module), context.offset);
    }
  }
  uint64_t of(uint32_t context) const { return hashes_.at(context); }

 private:
  static uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
  }
  std::map<uint32_t, uint64_t> hashes_;
};

using Counts = std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint64_t, uint64_t>, std::vector<uint64_t>>;

Counts counts_of(const RawFile& recording) {
  const Paths paths(recording);
  Counts counts;
  for (const auto& pair : recording.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR))
    counts[{pair.tool, pair.relation, pair.flags, paths.of(pair.watch), paths.of(pair.trap)}] = {
        pair.instances, pair.bytes, pair.interleaved_instances, pair.interleaved_bytes};
  for (const auto& without : recording.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR))
    counts[{without.tool, 0, 0, paths.of(without.context), 0}] = {without.unfinished, without.freed,
                                                                  without.interleaved, without.first};
  return counts;
}

struct Case {
  const char* name;
  const char* command;
};

class FastCode : public ::testing::TestWithParam<Case> {};

// With the kernel's random bytes and the processor's time stamps two runs would not load the same values: the dynamic
// linker looks table entries up by bytes that follow the list of libraries to preload and leaves the time at which it began
// on a stack that others use after it, functions pass canaries on to whoever reuses theirs, and malloc marks freed blocks.
TEST_P(FastCode, CountsWhatEachAccessAloneCounts) {
  const std::vector<std::string> tools = {"--measure=dead-stores,silent-stores,redundant-loads,registers",
                                          "--fixed-random=yes"};
  std::vector<std::string> generic = tools;
  generic.push_back("--generic=yes");
  const Counts fast = counts_of(recording_of(GetParam().command, tools));
  const Counts told = counts_of(recording_of(GetParam().command, generic));
  EXPECT_GT(told.size(), 100u);
  EXPECT_EQ(fast.size(), told.size());
  size_t different = 0;
  for (const auto& [key, counts] : told) {
    const auto found = fast.find(key);
    if (found != fast.end() && found->second == counts) continue;
    if (++different > 5) continue;
    ADD_FAILURE() << "tool " << std::get<0>(key) << ": " << ::testing::PrintToString(counts) << " in "
                  << (found == fast.end() ? "none" : ::testing::PrintToString(found->second));
  }
  EXPECT_EQ(different, 0u);
}

TEST(RandomBytesAndTimeStamps, AreTheSameInEachRunOnWish) {
  EXPECT_NO_THROW(recording_of(HAGSTONE_SAME_IN_EACH_RUN, {"--measure=dead-stores", "--fixed-random=yes"}));
  EXPECT_THROW(recording_of(HAGSTONE_SAME_IN_EACH_RUN, {"--measure=dead-stores"}), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, FastCode,
    ::testing::Values(Case{"stores_O0", HAGSTONE_SAMPLES "/exhaustive_stores_O0 20"},
                      Case{"stores_O3", HAGSTONE_SAMPLES "/exhaustive_stores_O3 20"},
                      Case{"silent_stores", HAGSTONE_SAMPLES "/silent_stores 3"},
                      Case{"numbers", HAGSTONE_REPEATED_NUMBERS " 20000"},
                      Case{"recursion", HAGSTONE_SAMPLES "/recursion 10"},
                      Case{"inlined", HAGSTONE_SAMPLES "/inlined 10"},
                      Case{"registers_O2", HAGSTONE_SAMPLES "/exhaustive_registers_O2 20"},
                      Case{"bzip2", "bzip2 -1 -c " HAGSTONE_SAMPLE_SOURCES "/exhaustive_stores.c"},
                      Case{"gzip", "gzip -n -c " HAGSTONE_SAMPLE_SOURCES "/exhaustive_stores.c"}),
    [](const ::testing::TestParamInfo<Case>& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
