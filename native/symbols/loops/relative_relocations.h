// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_LOOPS_RELATIVE_RELOCATIONS_H
#define HAGSTONE_SYMBOLS_LOOPS_RELATIVE_RELOCATIONS_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "elf/elf_file.h"

namespace hagstone::symbols {

// Addresses that the dynamic linker writes into position-independent files (R_X86_64_RELATIVE): the file itself has
// zeros there. Read when first asked for.
class RelativeRelocations {
 public:
  explicit RelativeRelocations(const ElfFile &image) : image_(image) {}
  // The ELF virtual address that will stand at `place`.
  std::optional<uint64_t> value_at(uint64_t place);

 private:
  void read();

  const ElfFile &image_;
  bool read_ = false;
  std::vector<std::pair<uint64_t, uint64_t>> values_;  // by place
};

}  // namespace hagstone::symbols

#endif
