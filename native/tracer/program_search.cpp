// SPDX-License-Identifier: MIT
#include "program_search.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace hagstone {

std::string find_program(const std::string &name) {
  if (name.find('/') != std::string::npos) return name;
  const char *path = std::getenv("PATH");
  std::istringstream directories(path ? path : "/bin:/usr/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = (directory.empty() ? "." : directory) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return name;
}

}  // namespace hagstone
