// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_QUALIFIED_NAMES_H
#define HAGSTONE_SYMBOLS_QUALIFIED_NAMES_H

#include <elfutils/libdw.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace hagstone::symbols {

// Namespaces, classes and functions around a DWARF entry. Compilers give functions that no other file can call, such
// as templates over local types, no linkage name; their place in the tree is then all that tells `run` from `run`.
class QualifiedNames {
 public:
  // Entries around `die`'s declaration, outermost first. A unit is walked when it is first asked for.
  std::vector<Dwarf_Die> enclosing(Dwarf_Die die);

 private:
  using Parents = std::unordered_map<const void *, Dwarf_Die>;
  static Parents walk(Dwarf_Die unit);

  std::unordered_map<const void *, Parents> by_unit_;
};

}  // namespace hagstone::symbols

#endif
