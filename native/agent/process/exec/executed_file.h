// SPDX-License-Identifier: MIT
// Whether the agent can be preloaded into a program that the target is about to execute.
#ifndef HAGSTONE_PROCESS_EXECUTED_FILE_H
#define HAGSTONE_PROCESS_EXECUTED_FILE_H

#include "common/agent_environment.h"

namespace hagstone {

struct ExecutedFile {
  hagstone_failure obstacle;  // why the agent cannot be loaded; none where it can, or where the file cannot be read
  bool refuses_agent;         // its loader fails or complains when it finds the agent in LD_PRELOAD
  char runtime[64];           // the sanitizer's library that must be loaded first, otherwise ""
  char path[512];             // of the program, a script's interpreter; only with an obstacle
};

// Arguments as for execveat(2). Safe in signal handlers and in the child of a vfork: no memory but the stack's.
ExecutedFile examine_executed_file(int directory, const char *path, int flags);

// True if an entry of LD_PRELOAD is a sanitizer's library that must be loaded first. `length` bytes.
bool is_first_runtime(const char *entry, unsigned long length);

}  // namespace hagstone

#endif
