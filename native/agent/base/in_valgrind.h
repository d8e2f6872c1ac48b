// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_BASE_IN_VALGRIND_H
#define HAGSTONE_BASE_IN_VALGRIND_H

#include <stdlib.h>
#include <string.h>

namespace hagstone {

// Valgrind preloads its own library into every program. Call before the program runs: it may overwrite its environment
// later.
inline bool is_in_valgrind() {
  const char *preloaded = getenv("LD_PRELOAD");
  return preloaded && strstr(preloaded, "/vgpreload_core");
}

}  // namespace hagstone

#endif
