// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_DATA_TYPES_H
#define HAGSTONE_SYMBOLS_DATA_TYPES_H

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace hagstone::symbols {

// The place at an offset in data of a type.
struct TypedPlace {
  enum class Kind : uint8_t { scalar, pointer, other };
  // From the outside in: names of members, and "" for an element of an array. Without internals of standard libraries.
  std::vector<std::string> path;
  Kind kind = Kind::other;
  uint32_t type = 0;     // see DataTypes
  uint64_t offset = 0;   // in the data of `type`
  bool opaque = false;   // internal to a standard library's type or made by the compiler: it has no name of its own
};

// Types of variables by number, as far as names of data need them. Debug information is untrusted: a type that refers to
// itself, or nests too deep, has no size, no pointee and no members.
class DataTypes {
 public:
  // The type that an entry has, without const, typedef and the like.
  std::optional<uint32_t> type_of(Dwarf_Die &entry);
  // Bytes; 0: not known.
  uint64_t size(uint32_t type);
  // The type that a pointer, a reference or the descriptor of a Fortran array points to.
  std::optional<uint32_t> pointee(uint32_t type);
  TypedPlace place(uint32_t type, uint64_t offset);
  // One more than the largest number.
  size_t count() const { return types_.size(); }

 private:
  uint32_t number(Dwarf_Die type);
  // The only member of a structure that holds the offset, and where it begins; nothing where there are none or several.
  std::optional<Dwarf_Die> member_at(Dwarf_Die &structure, uint64_t offset, uint64_t &start);

  std::vector<Dwarf_Die> types_;
  std::unordered_map<void *, uint32_t> numbers_;
};

}  // namespace hagstone::symbols

#endif
