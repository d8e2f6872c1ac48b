// SPDX-License-Identifier: GPL-2.0-or-later
// Recordings whose pages leave the memory of their process.
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include "exhaustive/measurement.h"
#include "recording_fixture.h"

extern "C" {
#include "exhaustive/recording/kernel.h"
}

namespace {

using namespace hagstone::exhaustive::testing;

constexpr uint64_t released_page = 4096, memory_bytes = 1 << 20;

class ReleasedRecordingTest : public RecordingTest {
 protected:
  // Pairs over several pieces of mapped file, with other memory in between.
  void fill() {
    const uint32_t root = hagstone_recording_add_context(recording, 0, HAGSTONE_MODULE_THREAD_ROOT, 0, 1);
    for (uint32_t i = 0; i < 30'000; i++) {
      pairs.push_back(hagstone_new_exact_pair(1, 1, 0, root, root, 0, 0));
      ASSERT_NE(pairs.back(), nullptr);
      pairs.back()->instances = i;
      if (i % 5000) continue;
      others.push_back(static_cast<char *>(hagstone_kernel_map_memory(memory_bytes)));
      memset(others.back(), 1, memory_bytes);
    }
  }

  // Bytes of the file that are in this process's memory.
  uint64_t resident() const {
    std::ifstream maps("/proc/self/smaps");
    const std::string path = raw_files_in(directory).at(0);
    uint64_t kib = 0;
    bool of_file = false;
    for (std::string line; std::getline(maps, line);) {
      std::istringstream words(line);
      std::string name;
      uint64_t number = 0;
      words >> name;
      if (name.find(':') == std::string::npos)
        of_file = line.find(path) != std::string::npos;
      else if (name == "Rss:" && of_file && words >> number)
        kib += number;
    }
    return kib * 1024;
  }

  void expect_all_kept() const {
    for (uint32_t i = 0; i < pairs.size(); i++) ASSERT_EQ(pairs[i]->instances, i);
    for (const char *other : others)
      for (uint64_t i = 0; i < memory_bytes; i += released_page) ASSERT_EQ(other[i], 1);
  }

  std::vector<hagstone_exact_pair *> pairs;
  std::vector<char *> others;
};

TEST_F(ReleasedRecordingTest, IsAsLargeAsWhatItHolds) {
  create();
  const uint64_t empty = hagstone_recorded_bytes();
  fill();
  const uint64_t held = pairs.size() * (sizeof(hagstone_exact_pair) + sizeof(hagstone_record));
  EXPECT_GE(hagstone_recorded_bytes(), empty + held);
  EXPECT_LE(hagstone_recorded_bytes(), empty + held + held / 50 + 2 * HAGSTONE_EXTENT_SIZE);
}

TEST_F(ReleasedRecordingTest, LosesNothingButItsPages) {
  create();
  fill();
  EXPECT_GE(resident(), pairs.size() * sizeof(hagstone_exact_pair));
  hagstone_release_recording();
  EXPECT_LE(resident(), released_page);  // its header's
  expect_all_kept();
}

TEST_F(ReleasedRecordingTest, KeepsThePagesOfPairCounts) {
  create();
  constexpr uint32_t all = 50;
  for (uint32_t i = 0; i < all * HAGSTONE_PAIRS_COUNTED_TOGETHER; i++) {
    uint32_t index = 0;
    hagstone_pair_counts *counts = hagstone_counts_of_next_pair(&index);
    ASSERT_NE(counts, nullptr);
    ASSERT_NE(hagstone_new_exact_pair(1, 1, 0, 1, 1, 0, 0), nullptr);
    counts->counts[index].instances = i;
  }
  hagstone_release_recording();
  EXPECT_GE(resident(), all * HAGSTONE_EXTENT_SIZE);
  EXPECT_LE(resident(), all * HAGSTONE_EXTENT_SIZE + released_page);  // its header's
}

}  // namespace
