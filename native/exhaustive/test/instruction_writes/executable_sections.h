// SPDX-License-Identifier: GPL-2.0-or-later
// The machine code of a program or library.
#ifndef HAGSTONE_EXECUTABLE_SECTIONS_H
#define HAGSTONE_EXECUTABLE_SECTIONS_H

#include <cstdint>
#include <string>
#include <vector>

// Contents of all executable sections of a 64-bit ELF file; empty if the file is none or cannot be read.
std::vector<std::vector<uint8_t>> executable_sections(const std::string &path);

#endif
