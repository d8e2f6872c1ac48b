// SPDX-License-Identifier: MIT
#include "privileged_program.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "remote/remote_memory.h"

namespace hagstone {

bool is_privileged(const std::string &path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (status.st_mode & S_ISUID && status.st_uid != geteuid()) return true;
  // Without the group's execute bit it means mandatory locking.
  if (status.st_mode & S_ISGID && status.st_mode & S_IXGRP && status.st_gid != getegid()) return true;
  return getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
}

bool becomes_privileged(pid_t thread, const user_regs_struct &registers) {
  const bool at_directory = registers.orig_rax == SYS_execveat;
  const std::string process = "/proc/" + std::to_string(thread);
  const std::string path = read_remote_text(thread, at_directory ? registers.rsi : registers.rdi, PATH_MAX);
  const int directory = static_cast<int>(registers.rdi);
  std::string base = process + "/cwd";
  if (at_directory && directory != AT_FDCWD) base = process + "/fd/" + std::to_string(directory);
  if (path.empty()) return at_directory && is_privileged(base);
  return is_privileged(path.front() == '/' ? process + "/root" + path : base + "/" + path);
}

}  // namespace hagstone
