// SPDX-License-Identifier: MIT
// Thread-local storage of the program is watched like all other memory of it.
#include <gtest/gtest.h>

#include "support/program_symbols.h"
#include "support/recorded_run.h"

namespace {

// How many traps at a store in `function` of the program were of dead stores, and how many in all.
struct StorageTraps {
  uint64_t dead = 0;
  uint64_t all = 0;
};

StorageTraps traps_of(const RawFile &file, const std::string &path, const std::string &function) {
  const ProgramSymbols symbols(path);
  const std::string program = path.substr(path.rfind('/') + 1) + "+";
  StorageTraps traps;
  for (const PairLine &pair : file.pairs) {
    if (pair.watch.rfind(program, 0) != 0) continue;
    if (symbols.function_at(std::stoull(pair.watch.substr(program.size()), nullptr, 16)) != function) continue;
    traps.all += pair.traps;
    if (pair.relation == "KILLED_BY") traps.dead += pair.traps;
  }
  return traps;
}

StorageTraps record_fill(const std::string &path, const std::string &function, Variables variables = {}) {
  const char *rounds = "240000";
  variables.insert({{"HAGSTONE_PERIOD", "1000003"}, {"HAGSTONE_SEED", "1"}, {"HAGSTONE_TOOLS", "dead-stores"}});
  RecordedRun run({path, rounds}, variables);
  EXPECT_EQ(run.outcome(), run_plainly({path, rounds}));
  EXPECT_TRUE(run.file().sound) << run.file().complaint;
  return traps_of(run.file(), path, function);
}

// The last store of each thread to an element may be read; no other is.
void expect_dead(const StorageTraps &traps) {
  EXPECT_GT(traps.all, 20u);
  EXPECT_GE(traps.dead + 2, traps.all);
}

TEST(ThreadStorage, IsWatched) { expect_dead(record_fill(HAGSTONE_SAMPLES "/thread_storage", "fill")); }

TEST(ThreadStorage, IsWatchedUnderTheTracer) {
  const StorageTraps traps = record_fill(HAGSTONE_SAMPLES "/thread_storage", "fill", {{"HAGSTONE_TRANSPORT", "tracer"}});
  EXPECT_GT(traps.all, 5u);
  EXPECT_GE(traps.dead + 2, traps.all);
}

TEST(ThreadStorage, IsWatchedInStaticPrograms) {
  expect_dead(record_fill(HAGSTONE_TARGETS "/linked_in_thread_storage", "fill"));
}

#ifdef HAGSTONE_OPENMP_SAMPLES
TEST(ThreadStorage, IsWatchedIfItIsThreadprivate) {
  expect_dead(record_fill(HAGSTONE_SAMPLES "/threadprivate", "_Z4filll"));
}
#endif

}  // namespace
