// SPDX-License-Identifier: MIT
#include "rank.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

int32_t rank_of(std::vector<std::string> variables) {
  std::vector<char *> environment;
  for (std::string &variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);
  return hagstone_rank(environment.data());
}

TEST(Rank, IsWhatTheStarterOfTasksSays) {
  EXPECT_EQ(rank_of({"A=1", "OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=4"}), 3);
  EXPECT_EQ(rank_of({"MV2_COMM_WORLD_RANK=0", "MV2_COMM_WORLD_SIZE=2"}), 0);
  EXPECT_EQ(rank_of({"PMI_RANK=1", "PMI_SIZE=2"}), 1);
  EXPECT_EQ(rank_of({"SLURM_PROCID=7", "SLURM_STEP_NUM_TASKS=8"}), 7);
  EXPECT_EQ(rank_of({"PMIX_RANK=2"}), 2);
}

TEST(Rank, OfTheInnermostStarterCounts) {
  EXPECT_EQ(rank_of({"SLURM_PROCID=0", "SLURM_STEP_NUM_TASKS=2", "OMPI_COMM_WORLD_RANK=5", "OMPI_COMM_WORLD_SIZE=8"}), 5);
}

TEST(Rank, IsNoneOutsideAJobAndInAJobOfOne) {
  EXPECT_EQ(rank_of({}), -1);
  EXPECT_EQ(rank_of({"OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=1"}), -1);
  // A batch script of Slurm, whose step is not named.
  EXPECT_EQ(rank_of({"SLURM_PROCID=0"}), -1);
  EXPECT_EQ(rank_of({"PMI_RANKS=1", "PMI_SIZE=2"}), -1);
}

TEST(Rank, IsNoneWhereItsTextIsNoNumber) {
  for (const char *text : {"", "x", "1x", "-1", "2147483648", "99999999999999999999999"})
    EXPECT_EQ(rank_of({std::string("PMI_RANK=") + text, "PMI_SIZE=2"}), -1) << text;
  EXPECT_EQ(rank_of({"PMI_RANK=1", "PMI_SIZE=many"}), -1);
}

}  // namespace
