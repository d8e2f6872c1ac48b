// SPDX-License-Identifier: MIT
#include "process_status.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace hagstone {

std::string process_status(pid_t thread, const std::string &name) {
  const int file = open(("/proc/" + std::to_string(thread) + "/status").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  char text[8192];
  const ssize_t length = read(file, text, sizeof text);
  close(file);
  const std::string status = "\n" + std::string(text, length > 0 ? static_cast<size_t>(length) : 0);
  const size_t line = status.find("\n" + name + ":");
  if (line == std::string::npos) return "";
  const size_t value = status.find_first_not_of(" \t", line + name.size() + 2);
  return status.substr(value, status.find('\n', value) - value);
}

pid_t process_of_thread(pid_t thread) {
  const std::string process = process_status(thread, "Tgid");
  return process.empty() ? thread : static_cast<pid_t>(std::atoi(process.c_str()));
}

bool catches_signal(pid_t thread, int signal) {
  const uint64_t caught = std::strtoull(process_status(thread, "SigCgt").c_str(), nullptr, 16);
  return caught >> (signal - 1) & 1;
}

}  // namespace hagstone
