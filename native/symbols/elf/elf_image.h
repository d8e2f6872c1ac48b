// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_ELF_IMAGE_H
#define HAGSTONE_SYMBOLS_ELF_IMAGE_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hagstone::symbols {

struct ImageSection {
  std::string name;
  std::span<const uint8_t> contents;
};

// A 64-bit x86-64 ELF file that holds these sections and nothing else.
std::vector<uint8_t> elf_image(const std::vector<ImageSection> &sections);

}  // namespace hagstone::symbols

#endif
