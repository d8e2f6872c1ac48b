// SPDX-License-Identifier: MIT
// A recording directory that exists for one test.
#ifndef HAGSTONE_RECORDING_TESTING_TEMPORARY_RECORDING_H
#define HAGSTONE_RECORDING_TESTING_TEMPORARY_RECORDING_H

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "base/own_descriptors.h"
#include "recording/recording_directory.h"

namespace hagstone::testing {

class TemporaryRecording {
 public:
  TemporaryRecording() {
    reserve_descriptor_range();
    if (mkdtemp(path_.data()) == nullptr) abort();
    directory_.open(path_.c_str(), {}, false);
  }
  ~TemporaryRecording() {
    directory_.close();
    std::filesystem::remove_all(path_);
  }
  TemporaryRecording(const TemporaryRecording &) = delete;
  TemporaryRecording &operator=(const TemporaryRecording &) = delete;

  RecordingDirectory &directory() { return directory_; }
  const std::string &path() const { return path_; }

 private:
  std::string path_ = "/tmp/hagstone-recording-XXXXXX";
  RecordingDirectory directory_;
};

}  // namespace hagstone::testing

#endif
