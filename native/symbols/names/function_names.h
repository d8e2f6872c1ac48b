// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_FUNCTION_NAMES_H
#define HAGSTONE_SYMBOLS_FUNCTION_NAMES_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "qualified_names.h"
#include "elf/string_table.h"

namespace hagstone::symbols {

struct FunctionName {
  uint32_t name;         // demangled, or qualified by the enclosing scopes; index into the string table
  uint32_t linkage;      // as the linker knows it, or the plain name
  uint32_t line;         // where it is defined, else declared; 0 if unknown
  bool has_linkage_name; // false: `linkage` is the plain name
  bool is_whole;         // `name` says more than the demangled symbol, which does not replace it
};

// Names of DWARF functions, read when first asked for.
class FunctionNames {
 public:
  explicit FunctionNames(StringTable &strings) : strings_(strings) {}

  // `die` is a DW_TAG_subprogram or DW_TAG_inlined_subroutine.
  const FunctionName &of(Dwarf_Die die);

 private:
  std::string qualified(Dwarf_Die &die, const char *plain);
  // The names of the scopes, each with "::".
  std::string qualifier(std::vector<Dwarf_Die> scopes);
  // Where the closure was written: "run(int)::{lambda at shop.cpp:51}". Empty if `die` is not a lambda's operator().
  std::string lambda(Dwarf_Die &die);
  // The line of the code around a function that has none of its own: the function that a parallel region was moved
  // out of, or the lambda that an operator() belongs to.
  uint32_t line_around(Dwarf_Die &die);

  StringTable &strings_;
  QualifiedNames scopes_;
  std::unordered_map<const void *, FunctionName> by_entry_;
};

}  // namespace hagstone::symbols

#endif
