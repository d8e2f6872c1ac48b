// SPDX-License-Identifier: MIT
// The directory in which a recording's processes create their files. Children inherit an open descriptor of it: its
// path does not work for processes that gave up their rights, changed their root directory or entered another mount
// namespace.
#ifndef HAGSTONE_RECORDING_RECORDING_DIRECTORY_H
#define HAGSTONE_RECORDING_RECORDING_DIRECTORY_H

#include <stdint.h>

namespace hagstone {

// Identifies a directory by the numbers of stat(2). Inode 0: no directory is known.
struct RecordingIdentity {
  uint64_t device;
  uint64_t inode;
};

// Outside signal handlers.
class RecordingDirectory {
 public:
  // `path` must stay. By an inherited descriptor of that identity, otherwise by the path.
  // `hand_on`: over exec; without an identity no program would find it again.
  void open(const char *path, const RecordingIdentity &identity, bool hand_on);
  // In the child of a fork that is not recorded, and when recording ends for good.
  void close();
  int descriptor() const { return descriptor_; }

  // Opens again by the path if the target closed the descriptor. False if the directory can be reached in neither way.
  bool reach();
  // Creates a file that the directory's owner can read and opens it for reading and writing. Negative errno.
  int create(const char *name);
  // The same, unless the descriptor is lost. Safe in handlers and in the child of a vfork, whose descriptors are not ours.
  int create_if_open(const char *name) const;
  int open_to_read(const char *name);
  int open_to_write(const char *name);
  void remove(const char *name) const;
  // Leaves an empty file whose name says that this process could not be recorded, and why: it takes no descriptor and no
  // room, and so works where create() does not. `cause`: errno.
  void note_unrecorded(int cause);

 private:
  bool is_still_open() const;
  bool open_by_path();
  bool find_inherited();
  void adopt_identity();

  const char *path_ = nullptr;
  int descriptor_ = -1;
  bool hand_on_ = false;
  bool in_valgrind_ = false;
  RecordingIdentity identity_ = {};
  uint32_t owner_ = 0;
};

}  // namespace hagstone

#endif
