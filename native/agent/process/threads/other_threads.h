// SPDX-License-Identifier: MIT
// The threads of this process as the kernel lists them.
#ifndef HAGSTONE_PROCESS_OTHER_THREADS_H
#define HAGSTONE_PROCESS_OTHER_THREADS_H

#include <fcntl.h>
#include <stdint.h>

#include "base/system_call.h"
#include "base/text.h"

namespace hagstone {

// A directory entry as getdents64(2) returns it.
struct DirectoryEntry {
  uint64_t inode;
  int64_t next;
  uint16_t length;
  uint8_t type;
  char name[];
};

// All threads but the calling one: `visit` gets their number, as text and as such.
template <typename Visit>
void for_each_other_thread(Visit visit) {
  const long directory = call(SYS_openat, AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (directory < 0) return;
  alignas(DirectoryEntry) char entries[4096];
  for (long length; (length = call(SYS_getdents64, directory, entries, sizeof entries)) > 0;)
    for (long at = 0; at < length;) {
      auto *entry = reinterpret_cast<DirectoryEntry *>(entries + at);
      at += entry->length;
      uint64_t thread;
      if (parse_number(entry->name, thread) && static_cast<int>(thread) != current_thread())
        visit(entry->name, static_cast<int>(thread));
    }
  call(SYS_close, directory);
}

}  // namespace hagstone

#endif
