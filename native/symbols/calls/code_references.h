// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_CALLS_CODE_REFERENCES_H
#define HAGSTONE_SYMBOLS_CALLS_CODE_REFERENCES_H

#include <cstdint>
#include <vector>

#include "dwarf/code_ranges.h"
#include "elf/elf_file.h"

namespace hagstone::symbols {

// Where a module's own bytes name addresses of its code. Read byte by byte, not by instruction: bytes that only look like a
// reference count as one, so that no real one is missed.
class CodeReferences {
 public:
  explicit CodeReferences(const ElfFile &image) : image_(image) {}

  // Whether the address may be in a pointer: code computes it, data or a relocation holds it, or other modules get it by name.
  // Also true for modules that are too large to read, or that have no sections.
  bool may_be_pointed_to(uint64_t address);
  // Addresses that look like jumps from elsewhere into the range. Only for modules that were read.
  std::vector<uint64_t> jumps_into(AddressRange range);

 private:
  // The code that the file holds of an executable segment: a bit per address, which takes less time than sorting.
  struct Code {
    uint64_t low;
    uint64_t high;
    std::vector<uint64_t> pointed_to;
  };
  struct Jump {
    uint64_t target;
    uint64_t address;
  };

  void read();
  void read_segment(const Segment &segment);
  void read_code(uint64_t start, const std::vector<uint8_t> &bytes, size_t first);
  void read_operand(uint64_t start, const std::vector<uint8_t> &bytes, size_t offset);
  void read_data(uint64_t start, const std::vector<uint8_t> &bytes);
  void add_if_code(uint64_t address);
  void read_exports(const Section &section);
  bool sort_jumps();

  const ElfFile &image_;
  bool read_ = false;
  bool complete_ = false;
  // Linked to run at its ELF addresses: they are operands and words of 32 bits.
  bool is_fixed_ = false;
  std::vector<Code> code_;
  // Pointed to, outside of code_. Ascending.
  std::vector<uint64_t> elsewhere_;
  // By blocks of targets; those to block i begin at block_start_[i].
  std::vector<Jump> jumps_;
  std::vector<uint32_t> block_start_;
  uint64_t lowest_target_ = 0;
};

}  // namespace hagstone::symbols

#endif
