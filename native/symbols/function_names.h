// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_FUNCTION_NAMES_H
#define HAGSTONE_SYMBOLS_FUNCTION_NAMES_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "qualified_names.h"
#include "string_table.h"

namespace hagstone::symbols {

struct FunctionName {
  uint32_t name;         // demangled, or qualified by what is around it; index into the string table
  uint32_t linkage;      // as the linker knows it, or the plain name
  uint32_t line;         // where it is defined, else declared; 0 if unknown
  bool has_linkage_name; // false: `linkage` is the plain name
};

// Names of DWARF functions, read when first asked for.
class FunctionNames {
 public:
  explicit FunctionNames(StringTable& strings) : strings_(strings) {}

  // `die` is a DW_TAG_subprogram or DW_TAG_inlined_subroutine.
  const FunctionName& of(Dwarf_Die die);

 private:
  std::string qualified(Dwarf_Die& die, const char* plain);
  // The line of what is around a function that has none of its own: of the function that a parallel region was moved
  // out of, of the lambda that an operator() belongs to.
  uint32_t line_around(Dwarf_Die& die);

  StringTable& strings_;
  QualifiedNames scopes_;
  std::unordered_map<const void*, FunctionName> by_entry_;
};

}  // namespace hagstone::symbols

#endif
