// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DEBUG_FILES_H
#define HAGSTONE_SYMBOLS_DEBUG_FILES_H

#include <elfutils/libdw.h>

#include <memory>
#include <string>
#include <vector>

#include "elf_file.h"
#include "dwarf/warnings.h"

namespace hagstone::symbols {

// Where debug information that was split off is looked for, as gdb does ("Debugging Information in Separate
// Files"): by build id below each directory, else by .gnu_debuglink beside the file, in its .debug directory and
// at its own path below each directory. A candidate counts only if its build id, or else its CRC, is the right one.
//
// Returns nullptr if there is none; a file that was there but did not fit is named in `warnings`.
std::unique_ptr<ElfFile> find_debug_file(const ElfFile &image, const std::vector<std::string> &directories,
                                         Warnings &warnings);

// The supplementary file (dwz) that `file`'s .gnu_debugaltlink names, by build id, else by its path. Same result.
std::unique_ptr<ElfFile> find_supplementary_file(const ElfFile &file, Dwarf *dwarf,
                                                 const std::vector<std::string> &directories, Warnings &warnings);

}  // namespace hagstone::symbols

#endif
