// SPDX-License-Identifier: MIT
// Short text files of /proc and /sys.
#ifndef HAGSTONE_BASE_SMALL_FILE_H
#define HAGSTONE_BASE_SMALL_FILE_H

#include <stddef.h>

namespace hagstone {

// Reads a file's text without its last newline, zero-terminated and cut to `size`, by system calls only. False and empty
// if it cannot be read.
bool read_small_file(const char *path, char *text, size_t size);

}  // namespace hagstone

#endif
