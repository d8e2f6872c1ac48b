// SPDX-License-Identifier: MIT
// Exported functions of shared objects, of 64-bit little-endian ELF files.
#ifndef HAGSTONE_TRACER_ELF_SYMBOLS_H
#define HAGSTONE_TRACER_ELF_SYMBOLS_H

#include <stdint.h>

#include <string>

namespace hagstone {

// An x86-64 program or library, as its header says.
bool is_native_elf(const std::string &path);

// Offset of a function from where the object is loaded (of its first byte, for objects linked at 0); 0 if it defines
// none of that name or cannot be read.
uint64_t find_function(const std::string &path, const std::string &name);

// File offset of the first `syscall` instruction in an executable segment; 0 if there is none.
uint64_t find_system_call(const std::string &path);

}  // namespace hagstone

#endif
