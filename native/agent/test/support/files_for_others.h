// SPDX-License-Identifier: MIT
// Files for programs that run as another user, who may not enter the directory of this checkout: root's home, say.
#ifndef HAGSTONE_TEST_FILES_FOR_OTHERS_H
#define HAGSTONE_TEST_FILES_FOR_OTHERS_H

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>

class FilesForOthers {
 public:
  FilesForOthers() {
    char directory[] = "/tmp/hagstone-test-XXXXXX";
    directory_ = mkdtemp(directory);
    chmod(directory, 0755);
  }
  ~FilesForOthers() { std::filesystem::remove_all(directory_); }
  FilesForOthers(const FilesForOthers &) = delete;
  FilesForOthers &operator=(const FilesForOthers &) = delete;

  // The path of a copy that everybody may read and execute.
  std::string copy_of(const std::filesystem::path &file) const {
    const std::string copy = directory_ / file.filename();
    std::filesystem::copy_file(file, copy);
    chmod(copy.c_str(), 0755);
    return copy;
  }

 private:
  std::filesystem::path directory_;
};

#endif
