// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_BASE_KERNEL_VERSION_H
#define HAGSTONE_BASE_KERNEL_VERSION_H

#include <sys/utsname.h>

#include "base/system_call.h"

namespace hagstone {

// Handler-safe.
inline bool kernel_is_at_least(unsigned major, unsigned minor) {
  utsname name = {};
  call(SYS_uname, &name);
  unsigned version[2] = {}, part = 0;
  for (const char *character = name.release; *character && part < 2; character++) {
    if (*character >= '0' && *character <= '9')
      version[part] = version[part] * 10 + static_cast<unsigned>(*character - '0');
    else
      part++;
  }
  return version[0] > major || (version[0] == major && version[1] >= minor);
}

}  // namespace hagstone

#endif
