// SPDX-License-Identifier: MIT
// Memory of another process.
#ifndef HAGSTONE_TRACER_REMOTE_MEMORY_H
#define HAGSTONE_TRACER_REMOTE_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <string>

namespace hagstone {

// All or nothing; false if a part is not mapped or the process has ended.
bool read_remote(pid_t thread, uint64_t address, void *destination, size_t length);
bool write_remote(pid_t thread, uint64_t address, const void *source, size_t length);

// A zero-terminated text of at most `longest` characters; empty if it is unreadable or longer.
std::string read_remote_text(pid_t thread, uint64_t address, size_t longest);

}  // namespace hagstone

#endif
