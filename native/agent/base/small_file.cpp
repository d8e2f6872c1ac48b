// SPDX-License-Identifier: MIT
#include "small_file.h"

#include <fcntl.h>

#include "system_call.h"

namespace hagstone {

bool read_small_file(const char *path, char *text, size_t size) {
  text[0] = '\0';
  const long file = call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return false;
  long length = call(SYS_read, file, text, size - 1);
  call(SYS_close, file);
  if (length < 0) return false;
  if (length > 0 && text[length - 1] == '\n') length--;
  text[length] = '\0';
  return true;
}

}  // namespace hagstone
