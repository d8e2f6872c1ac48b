// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_EXHAUSTIVE_RECORDING_OF_H
#define HAGSTONE_EXHAUSTIVE_RECORDING_OF_H

#include <string>
#include <vector>

#include "raw_file.h"

namespace hagstone::exhaustive::testing {

// For the time of a test.
class Directory {
 public:
  Directory();
  ~Directory();
  Directory(const Directory &) = delete;
  Directory &operator=(const Directory &) = delete;
  std::string path;
};

// Runs a shell command below the engine with `options`, its output thrown away, and reads the one recording that it
// leaves. Throws std::runtime_error when it fails.
RawFile recording_of(const std::string &command, const std::vector<std::string> &options);

}  // namespace hagstone::exhaustive::testing

#endif
