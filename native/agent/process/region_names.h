// SPDX-License-Identifier: MIT
// Ids of the regions that the program names, one for each name.
#ifndef HAGSTONE_PROCESS_REGION_NAMES_H
#define HAGSTONE_PROCESS_REGION_NAMES_H

#include <stdint.h>

#include "base/spin_lock.h"
#include "recording/process_recorder.h"

namespace hagstone {

// Outside handlers.
class RegionNames {
 public:
  static constexpr uint32_t longest_name = 255;

  // From 1; a new name is recorded. 0: there are too many. `length`: up to longest_name.
  uint32_t id_of(const char *name, uint32_t length, ProcessRecorder &process);
  // All names so far, into a recording that begins.
  void record_all(ProcessRecorder &process) const;
  // In the child of a fork, whose parent's other threads may have held the lock.
  void reset_lock() { lock_.reset(); }

 private:
  static constexpr uint32_t most_names = 1024;
  struct Name {
    uint32_t length;
    char text[longest_name];
  };

  SpinLock lock_;
  uint32_t count_ = 0;
  Name names_[most_names] = {};
};

extern RegionNames region_names;

}  // namespace hagstone

#endif
