// SPDX-License-Identifier: MIT
// Looks variables up in an environment that is not the process's own, or not yet.
#ifndef HAGSTONE_BASE_ENVIRONMENT_H
#define HAGSTONE_BASE_ENVIRONMENT_H

#include <stddef.h>

#include "base/text.h"

namespace hagstone {

// The value, inside the environment itself; nullptr if there is none with this name.
inline const char *find_variable(char **environment, const char *name) {
  size_t length = text_length(name);
  for (; *environment; environment++)
    if (text_starts_with(*environment, name) && (*environment)[length] == '=') return *environment + length + 1;
  return nullptr;
}

}  // namespace hagstone

#endif
