// SPDX-License-Identifier: MIT
#include "recording/recording_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/in_valgrind.h"
#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "base/text.h"
#include "common/raw_format.h"

namespace hagstone {

namespace {

// The id of users that a user namespace does not know (/proc/sys/kernel/overflowuid).
constexpr uint32_t user_without_name = 65534;

bool is_directory(int descriptor, const RecordingIdentity &identity, struct stat &status) {
  return call(SYS_fstat, descriptor, &status) == 0 && S_ISDIR(status.st_mode) && status.st_dev == identity.device &&
         status.st_ino == identity.inode;
}

// The same directory as the root of its own mount, above which no path leads; takes `opened`. Unchanged if the process
// may not mount: such a process could not change its root directory either, unless it enters a user namespace later.
int without_parents(int opened, bool in_valgrind) {
  // Valgrind would report the unknown system call on the program's standard error.
  if (in_valgrind) return opened;
  const int detached =
      static_cast<int>(call(SYS_open_tree, opened, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH));
  if (detached < 0) return opened;
  call(SYS_close, opened);
  return detached;
}

// A thread's name, reduced to characters that are harmless in a file name.
void safe_name(char (&name)[16]) {
  call(SYS_prctl, PR_GET_NAME, name);
  for (char *character = name; *character; character++) {
    const bool is_letter = (*character | 0x20) >= 'a' && (*character | 0x20) <= 'z';
    const bool is_digit = *character >= '0' && *character <= '9';
    if (!is_letter && !is_digit && *character != '.') *character = '_';
  }
}

}  // namespace

void RecordingDirectory::open(const char *path, const RecordingIdentity &identity, bool hand_on) {
  path_ = path;
  identity_ = identity;
  hand_on_ = hand_on && identity.inode != 0;
  in_valgrind_ = is_in_valgrind();
  descriptor_ = -1;
  // The inherited one first: opened by the path beside it, descriptors would become more with every exec.
  if (!find_inherited()) open_by_path();
}

void RecordingDirectory::close() {
  if (descriptor_ >= 0) close_own_descriptor(descriptor_);
  descriptor_ = -1;
}

bool RecordingDirectory::is_still_open() const {
  struct stat status;
  return descriptor_ >= 0 && is_directory(descriptor_, identity_, status);
}

bool RecordingDirectory::reach() {
  if (is_still_open()) return true;
  descriptor_ = -1;
  return path_ && (find_inherited() || open_by_path());
}

bool RecordingDirectory::find_inherited() {
  if (!identity_.inode) return false;
  for (int descriptor = 3; descriptor < own_descriptor_end; descriptor++) {
    struct stat status;
    if (!is_directory(descriptor, identity_, status)) continue;
    // The target's own descriptors of it can be used to look only, as those of an analysis of the recording can.
    if (call(SYS_fcntl, descriptor, F_GETFL) < 0 || !(call(SYS_fcntl, descriptor, F_GETFL) & O_PATH)) continue;
    descriptor_ = descriptor;
    owner_ = status.st_uid;
    adopt_descriptor(descriptor);
    if (!hand_on_) call(SYS_fcntl, descriptor, F_SETFD, FD_CLOEXEC);
    return true;
  }
  return false;
}

bool RecordingDirectory::open_by_path() {
  const int opened = static_cast<int>(call(SYS_open, path_, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (opened < 0) return false;
  descriptor_ = keep_descriptor(without_parents(opened, in_valgrind_));
  struct stat status = {};
  if (descriptor_ < 0 || call(SYS_fstat, descriptor_, &status) < 0) return false;
  const RecordingIdentity found = {status.st_dev, status.st_ino};
  if (identity_.inode && (found.device != identity_.device || found.inode != identity_.inode)) {
    // Another directory has that path here.
    close();
    return false;
  }
  identity_ = found;
  owner_ = status.st_uid;
  if (hand_on_) call(SYS_fcntl, descriptor_, F_SETFD, 0);
  return true;
}

int RecordingDirectory::create(const char *name) { return reach() ? create_if_open(name) : -EACCES; }

int RecordingDirectory::create_if_open(const char *name) const {
  if (!is_still_open()) return -EACCES;
  const int file =
      static_cast<int>(call(SYS_openat, descriptor_, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  struct stat status;
  const bool is_foreign = file >= 0 && call(SYS_fstat, file, &status) == 0 &&
                          (status.st_uid != owner_ || status.st_uid == user_without_name);
  // The directory's owner could not read it. No other user reaches the directory.
  if (is_foreign && hand_on_) call(SYS_fchmod, file, 0644);
  return file;
}

int RecordingDirectory::open_to_read(const char *name) {
  return reach() ? static_cast<int>(call(SYS_openat, descriptor_, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)) : -EACCES;
}

int RecordingDirectory::open_to_write(const char *name) {
  return reach() ? static_cast<int>(call(SYS_openat, descriptor_, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW)) : -EACCES;
}

void RecordingDirectory::remove(const char *name) const { call(SYS_unlinkat, descriptor_, name, 0); }

void RecordingDirectory::note_unrecorded(int cause) {
  if (!reach()) return;
  char program[16] = {}, name[128];
  safe_name(program);
  TextBuilder(name, sizeof name)
      .text(HAGSTONE_UNRECORDED_PREFIX)
      .number(static_cast<uint64_t>(current_process()))
      .text("-")
      .number(static_cast<uint64_t>(cause))
      .text("-")
      .text(program);
  call(SYS_mknodat, descriptor_, name, S_IFREG | 0600, 0);
}

}  // namespace hagstone
