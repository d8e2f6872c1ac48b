// SPDX-License-Identifier: MIT
// The raw file of one process (common/raw_format.h): grown by whole extents, safe in signal handlers.
#ifndef HAGSTONE_RECORDING_RECORDING_FILE_H
#define HAGSTONE_RECORDING_RECORDING_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "common/agent_environment.h"
#include "common/raw_format.h"
#include "recording/recording_directory.h"

namespace hagstone {

// Whether a filter of the program (seccomp) forbids a system call that needs no right. Handlers too.
bool calls_are_forbidden();

class RecordingFile {
 public:
  // Creates process-PID-STARTTIME.hagraw in `directory` with `header` (times and identity are filled in here), and
  // maps the header. 0 or negative errno.
  [[nodiscard]] int create(RecordingDirectory &directory, const hagstone_header &header);
  // Makes the file large enough for a while to come, without allocating, as long as the limit on file sizes allows it.
  void reserve_size();

  // Makes a file like this one for a process that is not recorded, and names it in `name`. False if that is not
  // possible. Safe in handlers and in the child of a vfork.
  bool note_unable(const RecordingDirectory &directory, hagstone_failure failure, int process, int parent,
                   const char *executable, char *name, size_t size) const;

  // A new, empty, mapped extent; nullptr once the recording has ended. The storage is allocated before it is mapped, so
  // that writing to it never faults. Any thread, also in signal handlers.
  hagstone_extent *add_extent(hagstone_extent_kind kind, uint32_t writer, uint32_t ordinal);
  // Takes a full extent out of memory; it stays in the file.
  void unmap_extent(hagstone_extent *extent);

  // False before create, after finish, and once the file could not grow.
  bool active() const { return __atomic_load_n(&active_, __ATOMIC_ACQUIRE); }

  // States of an orderly end; the first one stays. resume() takes EXECUTED back when the exec failed.
  void finish(hagstone_state state);
  void resume();
  // Nothing more is recorded. Whether something was until now.
  bool deactivate() { return __atomic_exchange_n(&active_, false, __ATOMIC_ACQ_REL); }
  void fail(hagstone_failure failure);

  hagstone_header *header() { return header_; }
  // In the child of a fork, which inherits no mapping of the file and has closed the descriptor: forgets it.
  void forget();

 private:
  // More threads than this never add extents at the same instant.
  static constexpr uint32_t window = 4096;

  bool grow(uint64_t offset, uint64_t bytes);
  bool is_our_file() const;
  void describe_executable();
  void publish(uint32_t extent);
  void run_out_of_space();

  hagstone_header *header_ = nullptr;
  int descriptor_ = -1;
  uint64_t device_ = 0;
  uint64_t inode_ = 0;
  uint64_t reserved_size_ = 0;
  uint32_t next_extent_ = 0;
  bool active_ = false;
  uint32_t complete_[window] = {};  // complete_[i % window] == i + 1: extent i has its header
};

}  // namespace hagstone

#endif
