// SPDX-License-Identifier: MIT
// The samples with known answers (resources/samples), sampled live.
#include <gtest/gtest.h>

#include "recorded_run.h"

namespace {

std::string sample(const std::string &name) { return HAGSTONE_SAMPLES "/" + name; }

double credit(const RawFile &file, const std::string &relation) {
  double sum = 0;
  for (const PairLine &pair : file.pairs)
    if (pair.relation == relation) sum += pair.credit;
  return sum;
}

TEST(Samples, StoresThatDieFarAwayAreSeen) {
  RecordedRun run({sample("long_distance"), "10"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  std::string killed, killer;
  for (const PairLine &pair : run.file().pairs)
    if (pair.relation == "KILLED_BY" && pair.watch.rfind("long_distance+", 0) == 0) {
      EXPECT_NE(pair.watch, pair.trap);
      EXPECT_TRUE(killed.empty() || killed == pair.watch);
      killed = pair.watch;
      killer = pair.trap;
    }
  EXPECT_FALSE(killed.empty());
  for (const PairLine &pair : run.file().pairs)
    EXPECT_TRUE(pair.watch != killer || pair.relation == "USED_BY");
}

TEST(Samples, UsedStoresAreNotDead) {
  RecordedRun run({sample("all_used"), "200000"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_GT(credit(run.file(), "USED_BY"), 0);
  for (const PairLine &pair : run.file().pairs)
    EXPECT_TRUE(pair.watch.rfind("all_used+", 0) != 0 || pair.relation == "USED_BY") << pair.watch << ' ' << pair.trap;
}

TEST(Samples, EveryThreadHasItsOwnContexts) {
  RecordedRun run({sample("threads"), "3000"});
  ASSERT_TRUE(run.file().sound) << run.file().complaint;
  EXPECT_EQ(run.file().threads, 5u);
  EXPECT_GT(credit(run.file(), "KILLED_BY"), 0);
}

}  // namespace
