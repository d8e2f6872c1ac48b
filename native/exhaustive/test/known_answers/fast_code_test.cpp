// SPDX-License-Identifier: GPL-2.0-or-later
//
// The measurements' code in translations against the same measurements called for each access: equal to the byte, on
// samples and on programs of the distribution.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>

#include "recording_of.h"

namespace hagstone::exhaustive::testing {
namespace {

// Contexts by content, because their numbers depend on the order in which they were met: a hash of all modules
// and offsets from the thread's root on.
class Paths {
 public:
  explicit Paths(const RawFile &recording) {
    const uint32_t program = program_of(recording);
    for (const auto &context : recording.all<hagstone_context>(HAGSTONE_RECORD_CONTEXT)) {
      const uint64_t parent = context.parent ? hashes_.at(context.parent) : 1;
      hashes_[context.id] = mixed(mixed(parent, context.module), context.offset);
      program_frames_[context.id] = (context.parent ? program_frames_.at(context.parent) : 0) + (context.module == program);
    }
  }
  uint64_t of(uint32_t context) const { return hashes_.at(context); }
  // Below main, which _start calls through the C library.
  bool is_below_main(uint32_t context) const { return program_frames_.at(context) >= 2; }

 private:
  static uint32_t program_of(const RawFile &recording) {
    const std::string name = recording.header.executable;
    for (const RawRecord *record : recording.of(HAGSTONE_RECORD_MODULE)) {
      const auto &module = record->as<hagstone_module>();
      if (record->text(sizeof module + module.build_id_length, module.path_length).ends_with("/" + name))
        return module.index;
    }
    throw std::runtime_error(name + " is no module of its recording");
  }
  static uint64_t mixed(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
  }
  std::map<uint32_t, uint64_t> hashes_;
  std::map<uint32_t, uint32_t> program_frames_;
};

using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t, uint64_t>;
using Amounts = std::array<uint64_t, 4>;
using Counts = std::map<Key, Amounts>;

// Contexts that differ in their numbers alone mean the same: their records stand in no order.
void add(Counts &counts, const Key &key, const Amounts &amounts) {
  Amounts &sum = counts[key];
  for (size_t i = 0; i < sum.size(); i++) sum[i] += amounts[i];
}

// Counts only pairs with both sides below main. Before main, the lazy resolver's xsave overwrites the loader's copy of the
// auxiliary vector on the stack: 16 bytes in a few runs, 8 in others with the same answers of the kernel. That was seen
// when add() still counted only the last record of equal contexts, which may have been the cause: 210 later comparisons of
// whole runs were equal, including some on a busy machine.
Counts counts_of(const RawFile &recording) {
  const Paths paths(recording);
  Counts counts;
  for (const auto &pair : recording.all<hagstone_exact_pair>(HAGSTONE_RECORD_EXACT_PAIR)) {
    if (!paths.is_below_main(pair.watch) || !paths.is_below_main(pair.trap)) continue;
    add(counts, {pair.tool, pair.relation, pair.flags, paths.of(pair.watch), paths.of(pair.trap)},
        {pair.instances, pair.bytes, pair.interleaved_instances, pair.interleaved_bytes});
  }
  for (const auto &without : recording.all<hagstone_without_pair>(HAGSTONE_RECORD_WITHOUT_PAIR)) {
    if (!paths.is_below_main(without.context)) continue;
    add(counts, {without.tool, 0, 0, paths.of(without.context), 0},
        {without.unfinished, without.freed, without.interleaved, without.first});
  }
  return counts;
}

struct Case {
  const char *name;
  const char *command;
};

class FastCode : public ::testing::TestWithParam<Case> {};

// The second run gets the kernel's answers to the first one (repeated_answers.h): with other random bytes, times and
// process numbers two runs would not load the same values.
TEST_P(FastCode, CountsWhatEachAccessAloneCounts) {
  const Directory directory;
  const std::string tools = "--measure=dead-stores,silent-stores,redundant-loads,registers";
  const std::string answers = directory.path + "/answers";
  const Counts fast = counts_of(recording_of(GetParam().command, {tools, "--keep-answers=" + answers}));
  const Counts told = counts_of(recording_of(GetParam().command, {tools, "--repeat-answers=" + answers, "--generic=yes"}));
  EXPECT_GT(told.size(), 100u);
  EXPECT_EQ(fast.size(), told.size());
  size_t different = 0;
  for (const auto &[key, counts] : told) {
    const auto found = fast.find(key);
    if (found != fast.end() && found->second == counts) continue;
    if (++different > 5) continue;
    ADD_FAILURE() << "tool " << std::get<0>(key) << ": " << ::testing::PrintToString(counts) << " in "
                  << (found == fast.end() ? "none" : ::testing::PrintToString(found->second));
  }
  EXPECT_EQ(different, 0u);
}

// The content of the file that the program wrote.
std::string run_with(const std::string &options, const std::string &file) {
  recording_of(HAGSTONE_DIFFERS_IN_EACH_RUN " " + file, {"--measure=dead-stores", options});
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(KernelAnswers, AreRepeatedForAnotherRun) {
  const Directory directory;
  const std::string answers = directory.path + "/answers", written = directory.path + "/written";
  const std::string kept = run_with("--keep-answers=" + answers, written);
  EXPECT_NE(run_with("--generic=no", written), kept);
  EXPECT_EQ(run_with("--repeat-answers=" + answers, written), kept);
  EXPECT_THROW(run_with("--repeat-answers=" + answers, written + "-of-another-name"), std::runtime_error)
      << "another stack";
}

INSTANTIATE_TEST_SUITE_P(Programs, FastCode,
                         ::testing::Values(Case{"stores_O0", HAGSTONE_SAMPLES "/exhaustive_stores_O0 20"},
                                           Case{"stores_O3", HAGSTONE_SAMPLES "/exhaustive_stores_O3 20"},
                                           Case{"silent_stores", HAGSTONE_SAMPLES "/silent_stores 3"},
                                           Case{"numbers", HAGSTONE_REPEATED_NUMBERS " 20000"},
                                           Case{"recursion", HAGSTONE_SAMPLES "/recursion 10"},
                                           Case{"inlined", HAGSTONE_SAMPLES "/inlined 10"},
                                           Case{"registers_O2", HAGSTONE_SAMPLES "/exhaustive_registers_O2 20"},
                                           Case{"bzip2", "bzip2 -1 -c " HAGSTONE_SAMPLE_SOURCES "/exhaustive_stores.c"},
                                           Case{"gzip", "gzip -n -c " HAGSTONE_SAMPLE_SOURCES "/exhaustive_stores.c"}),
                         [](const ::testing::TestParamInfo<Case> &info) { return std::string(info.param.name); });

}  // namespace
}  // namespace hagstone::exhaustive::testing
