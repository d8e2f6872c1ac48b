// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_PACKAGED_UNITS_H
#define HAGSTONE_SYMBOLS_PACKAGED_UNITS_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "elf/elf_file.h"
#include "split_package.h"

namespace hagstone::symbols {

// The units of a program whose debug information is in a package, read by libdw (0.188 knows .dwo files only). libdw
// links a .dwo file to a skeleton unit that names it, so all skeletons of the program are written anew with one name: of a
// descriptor that holds the unit that is asked for.
class PackagedUnits {
 public:
  // `source` is the file that `dwarf` was made of; both and `package` are used after construction.
  PackagedUnits(const ElfFile &source, Dwarf *dwarf, std::unique_ptr<SplitPackage> package);
  ~PackagedUnits();
  PackagedUnits(const PackagedUnits &) = delete;
  PackagedUnits &operator=(const PackagedUnits &) = delete;

  const std::string &path() const { return package_->path(); }
  // The entries of the unit with this id, or nothing.
  std::optional<Dwarf_Die> unit(uint64_t unit_id);

 private:
  void write_skeletons(const ElfFile &source, Dwarf *dwarf);
  bool hold(const std::vector<uint8_t> &file);

  std::unique_ptr<SplitPackage> package_;
  int descriptor_ = -1;
  std::vector<uint8_t> image_;
  Elf *elf_ = nullptr;
  Dwarf *dwarf_ = nullptr;
  std::unordered_map<uint64_t, Dwarf_CU *> units_;
};

}  // namespace hagstone::symbols

#endif
