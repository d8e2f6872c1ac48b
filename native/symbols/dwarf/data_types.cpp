// SPDX-License-Identifier: MIT
#include "data_types.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "die_walk.h"

namespace hagstone::symbols {
namespace {

// Deeper nesting, and larger structures, occur in damaged files only.
constexpr int most_levels = 32;
constexpr size_t most_members = 4096;

std::optional<uint64_t> unsigned_attribute(Dwarf_Die &entry, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&entry, name, &attribute) == nullptr || dwarf_formudata(&attribute, &value) != 0)
    return std::nullopt;
  return value;
}

std::optional<Dwarf_Die> direct_type(Dwarf_Die &entry) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&entry, DW_AT_type, &attribute) == nullptr || dwarf_formref_die(&attribute, &type) == nullptr)
    return std::nullopt;
  return type;
}

std::optional<Dwarf_Die> peeled_type(Dwarf_Die &entry) {
  std::optional<Dwarf_Die> type = direct_type(entry);
  for (int level = 0; type && level < most_levels; ++level) {
    switch (dwarf_tag(&*type)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
      case DW_TAG_immutable_type:
      case DW_TAG_packed_type:
      case DW_TAG_shared_type: type = direct_type(*type); break;
      default: return type;
    }
  }
  return std::nullopt;
}

bool is_structure(int tag) { return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type; }

bool is_pointer(int tag) {
  return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

// A Fortran array whose variable is a descriptor with the address of the elements first.
bool is_descriptor(Dwarf_Die &type) {
  return dwarf_tag(&type) == DW_TAG_array_type && dwarf_hasattr(&type, DW_AT_data_location);
}

std::string_view name_of(Dwarf_Die &entry) {
  const char *name = dwarf_diename(&entry);
  return name == nullptr ? std::string_view() : std::string_view(name);
}

// The number of elements in all dimensions; nothing where it varies.
std::optional<uint64_t> element_count(Dwarf_Die &array) {
  uint64_t count = 1;
  bool known = false;
  Dwarf_Die child;
  if (dwarf_child(&array, &child) != 0) return std::nullopt;
  for (int level = 0; level < most_levels; ++level) {
    if (dwarf_tag(&child) == DW_TAG_subrange_type) {
      const auto elements = unsigned_attribute(child, DW_AT_count);
      const auto upper = unsigned_attribute(child, DW_AT_upper_bound);
      const uint64_t lower = unsigned_attribute(child, DW_AT_lower_bound).value_or(0);
      const uint64_t own = elements ? *elements : upper && *upper >= lower ? *upper - lower + 1 : 0;
      if (own == 0 || own > UINT32_MAX || count > UINT32_MAX) return std::nullopt;
      count *= own;
      known = true;
    }
    Dwarf_Die next;
    if (dwarf_siblingof(&child, &next) != 0 || next.addr <= child.addr) break;
    child = next;
  }
  return known ? std::optional(count) : std::nullopt;
}

uint64_t size_of(Dwarf_Die type) {
  uint64_t elements = 1;
  for (int level = 0; level < most_levels; ++level) {
    if (const auto bytes = unsigned_attribute(type, DW_AT_byte_size))
      return *bytes > INT64_MAX / elements ? 0 : *bytes * elements;
    const int tag = dwarf_tag(&type);
    if (is_pointer(tag)) return 8 * elements;
    if (tag != DW_TAG_array_type) return 0;
    const auto count = element_count(type);
    const auto element = peeled_type(type);
    if (!count || !element || *count > INT64_MAX / elements) return 0;
    elements *= *count;
    type = *element;
  }
  return 0;
}

// An empty base has no place of its own.
bool is_empty(Dwarf_Die type, int level = 0) {
  Dwarf_Die child;
  if (!is_structure(dwarf_tag(&type)) || level > most_levels || dwarf_child(&type, &child) != 0)
    return is_structure(dwarf_tag(&type));
  for (size_t seen = 0; seen < most_members; ++seen) {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_variant_part ||
        (tag == DW_TAG_member && !dwarf_hasattr(&child, DW_AT_declaration) && !dwarf_hasattr(&child, DW_AT_external)))
      return false;
    const auto base = tag == DW_TAG_inheritance ? peeled_type(child) : std::nullopt;
    if (base && !is_empty(*base, level + 1)) return false;
    Dwarf_Die next;
    if (dwarf_siblingof(&child, &next) != 0 || next.addr <= child.addr) break;
    child = next;
  }
  return true;
}

// Members in which C++ standard libraries keep the parts of their types.
bool is_internal_member(std::string_view name) { return name.starts_with("_M_") || name.starts_with("__"); }

// Types of Rust's standard library, whose members have ordinary names.
bool is_library_type(std::string_view name) {
  constexpr std::array<std::string_view, 31> names{
      "&str",  "&mut str", "Arc",    "ArcInner", "BTreeMap",       "Box",      "BufReader", "BufWriter",
      "Cell",  "Chunks",   "Cow",    "HashMap",  "HashSet",        "Iter",     "IterMut",   "IntoIter",
      "Mutex", "NonNull",  "Option", "Range",    "RangeInclusive", "RawTable", "RawVec",    "RawVecInner",
      "Rc",    "RefCell",  "String", "Unique",   "UnsafeCell",     "Vec",      "VecDeque"};
  if (name.starts_with("&[") || name.starts_with("&mut [")) return true;
  return std::ranges::binary_search(names, name.substr(0, std::min(name.size(), name.find('<'))));
}

bool is_rust(Dwarf_Die &entry) {
  Dwarf_Die unit;
  return dwarf_diecu(&entry, &unit, nullptr, nullptr) != nullptr &&
         unsigned_attribute(unit, DW_AT_language) == DW_LANG_Rust;
}

}  // namespace

uint32_t DataTypes::number(Dwarf_Die type) {
  const auto [known, is_new] = numbers_.try_emplace(type.addr, static_cast<uint32_t>(types_.size()));
  if (is_new) types_.push_back(type);
  return known->second;
}

std::optional<uint32_t> DataTypes::type_of(Dwarf_Die &entry) {
  const auto type = peeled_type(entry);
  return type ? std::optional(number(*type)) : std::nullopt;
}

uint64_t DataTypes::size(uint32_t type) { return size_of(types_[type]); }

std::optional<uint32_t> DataTypes::pointee(uint32_t type) {
  Dwarf_Die entry = types_[type];
  return is_pointer(dwarf_tag(&entry)) || is_descriptor(entry) ? type_of(entry) : std::nullopt;
}

std::optional<Dwarf_Die> DataTypes::member_at(Dwarf_Die &structure, uint64_t offset, uint64_t &start) {
  std::optional<Dwarf_Die> found;
  Dwarf_Die child;
  if (dwarf_child(&structure, &child) != 0) return std::nullopt;
  const bool is_union = dwarf_tag(&structure) == DW_TAG_union_type;
  for (size_t seen = 0; seen < most_members; ++seen) {
    const int tag = dwarf_tag(&child);
    // The members of one variant of many say nothing.
    if (tag == DW_TAG_variant_part) return std::nullopt;
    const bool is_bits = dwarf_hasattr(&child, DW_AT_bit_size);
    if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) && !dwarf_hasattr(&child, DW_AT_declaration) &&
        !dwarf_hasattr(&child, DW_AT_external)) {
      const auto at = unsigned_attribute(child, DW_AT_data_member_location);
      if (!at && !is_union && !is_bits) return std::nullopt;
      const auto plain = peeled_type(child);
      const uint64_t low = at.value_or(0);
      const uint64_t bytes = plain ? size_of(*plain) : 0;
      const bool holds = offset >= low && offset - low < std::max<uint64_t>(bytes, 1) && !(plain && is_empty(*plain));
      // Bits share their bytes with others.
      if (holds && (found || is_bits)) return std::nullopt;
      if (holds) {
        found = child;
        start = low;
      }
    }
    Dwarf_Die next;
    if (dwarf_siblingof(&child, &next) != 0 || next.addr <= child.addr) break;
    child = next;
  }
  return found;
}

TypedPlace DataTypes::place(uint32_t type, uint64_t offset) {
  TypedPlace result;
  result.type = type;
  result.offset = offset;
  Dwarf_Die at = types_[type];
  const bool rust = is_rust(at);
  for (int level = 0; level < most_levels; ++level) {
    const int tag = dwarf_tag(&at);
    result.type = number(at);
    result.offset = offset;
    if (is_pointer(tag) || is_descriptor(at)) {
      result.kind = offset == 0 ? TypedPlace::Kind::pointer : TypedPlace::Kind::other;
      return result;
    }
    if (tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type) {
      result.kind = offset < std::max<uint64_t>(size_of(at), 1) ? TypedPlace::Kind::scalar : TypedPlace::Kind::other;
      return result;
    }
    if (tag == DW_TAG_array_type) {
      const auto element = peeled_type(at);
      const uint64_t bytes = element ? size_of(*element) : 0;
      if (bytes == 0) return result;
      if (!result.opaque) result.path.emplace_back();
      offset %= bytes;
      at = *element;
      continue;
    }
    if (!is_structure(tag)) return result;
    if (rust && is_library_type(name_of(at))) result.opaque = true;
    uint64_t start = 0;
    auto member = member_at(at, offset, start);
    if (!member) return result;
    const std::string_view name = name_of(*member);
    if (is_internal_member(name)) result.opaque = true;
    if (!result.opaque && !name.empty() && dwarf_tag(&*member) == DW_TAG_member) result.path.emplace_back(name);
    const auto inner = peeled_type(*member);
    if (!inner) return result;
    offset -= start;
    at = *inner;
  }
  return result;
}

}  // namespace hagstone::symbols
