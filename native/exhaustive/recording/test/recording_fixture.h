// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_TESTING_RECORDING_FIXTURE_H
#define HAGSTONE_EXHAUSTIVE_TESTING_RECORDING_FIXTURE_H

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "exhaustive/recording/modules.h"
#include "exhaustive/recording/recording.h"
#include "raw_file.h"

namespace hagstone::exhaustive::testing {

// A directory for recordings; the main recording is closed at first and forgotten at the end.
class RecordingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/hagstone-recording-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    directory = name;
    header.engine = HAGSTONE_ENGINE_EXHAUSTIVE;
    header.tools = 1 << HAGSTONE_TOOL_DEAD_STORES;
  }
  void TearDown() override {
    hagstone_modules_unmapped(0, UINT64_MAX);
    hagstone_recording_forget_all();
    std::filesystem::remove_all(directory);
  }

  void create(hagstone_recording *created = &hagstone_main_recording, const std::string &below = "") {
    ASSERT_EQ(hagstone_recording_create(created, (directory + below).c_str(), &header, 200), 0);
  }
  RawFile read(const std::string &below = "") const {
    const auto paths = raw_files_in(directory + below);
    if (paths.size() != 1) throw std::runtime_error("there is not one recording");
    return read_raw_file(paths[0]);
  }

  hagstone_recording *const recording = &hagstone_main_recording;
  hagstone_header header = {};
  std::string directory;
};

}  // namespace hagstone::exhaustive::testing

#endif
