// SPDX-License-Identifier: MIT
// Adds the agent to the environments that the target passes to other programs, however the target changed its own.
#ifndef HAGSTONE_PROCESS_CHILD_ENVIRONMENT_H
#define HAGSTONE_PROCESS_CHILD_ENVIRONMENT_H

#include <stddef.h>

#include "executed_file.h"

namespace hagstone {

// The agent's variables and the path of its library: copies, because programs write over their environment.
class KeptEnvironment {
 public:
  // `environment`: the one that the agent was loaded or attached with. Keeps nothing if there is no memory.
  void keep(char **environment);
  void forget();
  bool empty() const { return !library_; }

  const char *library() const { return library_; }
  size_t count() const { return count_; }
  char *variable(size_t index) const { return variables_[index]; }

 private:
  static constexpr size_t most_variables = 64;

  char *memory_ = nullptr;
  size_t bytes_ = 0;
  char *library_ = nullptr;
  char *variables_[most_variables] = {};
  size_t count_ = 0;
};

extern KeptEnvironment kept_environment;

// The resulting environment for a program. Uses only the caller's memory: safe in the child of a vfork.
class ChildEnvironment {
 public:
  // `given` may be nullptr, which the kernel takes for an empty environment.
  ChildEnvironment(char *const *given, const ExecutedFile &file);

  // Bytes that build() needs, aligned to a pointer; 0: the program gets `given` itself.
  size_t bytes() const { return bytes_; }
  char *const *build(void *memory) const;

 private:
  bool is_left_out(const char *variable) const;
  size_t write_preload(char *destination) const;

  char *const *given_;
  const ExecutedFile &file_;
  size_t count_ = 0;
  const char *preload_ = nullptr;  // the LD_PRELOAD that counts, the last one
  bool adds_variables_ = false;
  bool adds_runtime_ = false;
  size_t preload_bytes_ = 0;
  size_t bytes_ = 0;
};

// Takes a sanitizer's library out of LD_PRELOAD that ChildEnvironment or the launcher put there for this program alone.
void leave_runtime(char **environment);

}  // namespace hagstone

#endif
