// SPDX-License-Identifier: MIT
#include "process_status.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>

namespace hagstone {

namespace {

std::vector<pid_t> numbers_in(const std::string &path) {
  std::vector<pid_t> numbers;
  DIR *directory = opendir(path.c_str());
  if (!directory) return numbers;
  while (const dirent *entry = readdir(directory))
    if (const int number = std::atoi(entry->d_name); number > 0) numbers.push_back(number);
  closedir(directory);
  return numbers;
}

}  // namespace

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

std::vector<pid_t> threads_of(pid_t process) { return numbers_in("/proc/" + std::to_string(process) + "/task"); }

std::vector<pid_t> descendants_of(pid_t process) {
  std::multimap<pid_t, pid_t> children;
  for (const pid_t one : numbers_in("/proc")) children.emplace(std::atoi(process_status(one, "PPid").c_str()), one);
  std::vector<pid_t> found;
  for (size_t i = 0; i <= found.size(); i++) {
    const auto [first, last] = children.equal_range(i == 0 ? process : found[i - 1]);
    for (auto child = first; child != last; ++child) found.push_back(child->second);
  }
  return found;
}

namespace {

// `set` names a line of /proc/PID/status.
bool contains_signal(pid_t thread, const char *set, int signal) {
  return std::strtoull(process_status(thread, set).c_str(), nullptr, 16) >> (signal - 1) & 1;
}

}  // namespace

bool catches_signal(pid_t thread, int signal) { return contains_signal(thread, "SigCgt", signal); }

bool ignores_signal(pid_t thread, int signal) { return contains_signal(thread, "SigIgn", signal); }

}  // namespace hagstone
