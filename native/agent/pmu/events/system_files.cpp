// SPDX-License-Identifier: MIT
#include "system_files.h"

#include "base/small_file.h"

namespace hagstone {

bool MachineFiles::read(const char *path, char *text, size_t size) { return read_small_file(path, text, size); }

}  // namespace hagstone
