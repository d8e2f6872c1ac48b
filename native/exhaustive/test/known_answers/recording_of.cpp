// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording_of.h"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace hagstone::exhaustive::testing {

Directory::Directory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "hagstone-recording-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a directory");
  path = pattern;
}

Directory::~Directory() { std::filesystem::remove_all(path); }

RawFile recording_of(const std::string &program, const std::vector<std::string> &options) {
  const Directory directory;
  std::string command =
      "VALGRIND_LIB='" HAGSTONE_LIBEXEC "' valgrind --quiet --tool=hagstone --check-code=yes --recording=" + directory.path;
  for (const std::string &option : options) command += " " + option;
  command += " " + program + " > /dev/null";
  if (const int status = std::system(command.c_str()); status != 0)
    throw std::runtime_error(command + " ended with " + std::to_string(WEXITSTATUS(status)));
  const std::vector<std::string> files = raw_files_in(directory.path);
  if (files.size() != 1) throw std::runtime_error(command + " left " + std::to_string(files.size()) + " recordings");
  return read_raw_file(files[0]);
}

}  // namespace hagstone::exhaustive::testing
