// SPDX-License-Identifier: MIT
#include "process/supervision.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/system_call.h"

namespace hagstone {

namespace {

// proc(5): "TracerPid:", a tab, and 0 if there is none. Among the first lines, of which only the name's length varies.
bool has_tracer() {
  char status[1024];
  long file = call(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return false;
  long length = call(SYS_read, file, status, sizeof status - 1);
  call(SYS_close, file);
  status[length > 0 ? length : 0] = '\0';
  constexpr char line[] = "\nTracerPid:\t";
  const char *found = strstr(status, line);
  return found && found[sizeof line - 1] != '0';
}

// Valgrind preloads a library of its own into every program that it runs.
bool is_in_valgrind() {
  const char *preloaded = getenv("LD_PRELOAD");
  return preloaded && strstr(preloaded, "/vgpreload_core");
}

}  // namespace

bool is_supervised() { return has_tracer() || is_in_valgrind(); }

}  // namespace hagstone
