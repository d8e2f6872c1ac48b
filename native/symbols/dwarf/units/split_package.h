// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_SPLIT_PACKAGE_H
#define HAGSTONE_SYMBOLS_SPLIT_PACKAGE_H

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "elf/elf_file.h"

namespace hagstone::symbols {

// A .dwp file: the .dwo files of a program's units in one (DWARF 5, section 7.3.5, and GNU's version 2 of it). Its
// index says where each unit's parts of the sections lie.
class SplitPackage {
 public:
  // Throws std::runtime_error with one line for a file that is no package.
  explicit SplitPackage(const std::string &path);

  const std::string &path() const { return file_.path(); }
  bool has(uint64_t unit_id) const { return rows_.contains(unit_id); }
  // The unit as the .dwo file that it was; empty if it is not there or damaged.
  std::vector<uint8_t> unit_file(uint64_t unit_id);

 private:
  struct Column {
    uint32_t section;
    std::string name;
  };
  using Bytes = std::span<const uint8_t>;

  Bytes contents(const std::string &name);
  void read_index(Bytes index);
  std::optional<Bytes> part(uint32_t row, size_t column);

  ElfFile file_;
  uint32_t version_ = 0;
  uint32_t row_count_ = 0;
  std::vector<Column> columns_;
  // Offsets of all rows, then sizes, each a row of columns_.
  Bytes table_;
  std::unordered_map<uint64_t, uint32_t> rows_;
  std::unordered_map<std::string, Bytes> contents_;
};

// The packages that may belong to a program: beside it or beside its debug file, as gdb looks for them.
std::unique_ptr<SplitPackage> find_split_package(const std::string &program, const std::string &debug_file,
                                                 std::string &problem);

}  // namespace hagstone::symbols

#endif
