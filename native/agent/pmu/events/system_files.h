// SPDX-License-Identifier: MIT
// Short text files of /sys, through an interface so that tests can describe machines that they do not run on.
#ifndef HAGSTONE_PMU_SYSTEM_FILES_H
#define HAGSTONE_PMU_SYSTEM_FILES_H

#include <stddef.h>

namespace hagstone {

class SystemFiles {
 public:
  // The file's text without its last newline, zero-terminated and cut to `size`; false if it cannot be read.
  [[nodiscard]] virtual bool read(const char *path, char *text, size_t size) = 0;

 protected:
  ~SystemFiles() = default;
};

// Those of this machine, by system calls only.
class MachineFiles final : public SystemFiles {
 public:
  bool read(const char *path, char *text, size_t size) override;
};

}  // namespace hagstone

#endif
