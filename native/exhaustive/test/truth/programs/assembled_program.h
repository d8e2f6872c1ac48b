// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef HAGSTONE_TRUTH_ASSEMBLED_PROGRAM_H
#define HAGSTONE_TRUTH_ASSEMBLED_PROGRAM_H

#include <string>
#include <vector>

#include "program.h"

namespace hagstone::truth {

// Assembles and links a program without libc into `directory`/`name`, statically: .data begins at constants_start, .bss
// at arenas_start. Returns the contents of its section .places. Throws std::runtime_error with the compiler's message.
std::vector<uint64_t> assemble(const std::string& text, const std::string& directory, const std::string& name);

// The same of `process`: the addresses of its places.
std::vector<uint64_t> build(const Process& process, const std::string& directory, const std::string& name);

}  // namespace hagstone::truth

#endif
