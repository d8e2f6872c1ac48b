// SPDX-License-Identifier: MIT
#include "parameters.h"

#include <dwarf.h>

#include <algorithm>
#include <array>

#include "die_walk.h"

namespace hagstone::symbols {
namespace {

constexpr uint32_t register_bytes = 8;
constexpr uint32_t register_count = 6;
// Larger structures are passed in memory.
constexpr uint64_t largest_in_registers = 16;

// DWARF's numbers of RDI, RSI, RDX, RCX, R8, R9.
constexpr std::array<uint8_t, register_count> dwarf_registers{5, 4, 1, 2, 8, 9};

std::optional<uint32_t> parameter_register(uint64_t dwarf_number) {
  const auto found = std::find(dwarf_registers.begin(), dwarf_registers.end(), dwarf_number);
  return found == dwarf_registers.end() ? std::nullopt
                                        : std::optional(static_cast<uint32_t>(found - dwarf_registers.begin()));
}

// The register that an operation names as a whole, of all that DWARF numbers.
std::optional<uint64_t> named_register(const Dwarf_Op &operation) {
  if (operation.atom >= DW_OP_reg0 && operation.atom <= DW_OP_reg31) return operation.atom - DW_OP_reg0;
  return operation.atom == DW_OP_regx ? std::optional<uint64_t>(operation.number) : std::nullopt;
}

// The register whose value, unchanged, is the address that an operation computes.
std::optional<uint64_t> addressing_register(const Dwarf_Op &operation) {
  if (operation.atom >= DW_OP_breg0 && operation.atom <= DW_OP_breg31 && operation.number == 0)
    return operation.atom - DW_OP_breg0;
  return operation.atom == DW_OP_bregx && operation.number2 == 0 ? std::optional<uint64_t>(operation.number) : std::nullopt;
}

// The function has stored the parameter's address in its frame.
bool is_address_in_frame(const Dwarf_Op *operations, size_t count) {
  return count == 2 && operations[1].atom == DW_OP_deref &&
         (operations[0].atom == DW_OP_fbreg || (operations[0].atom >= DW_OP_breg0 && operations[0].atom <= DW_OP_breg31));
}

// The type without const, typedef and the like; nothing where it is missing.
std::optional<Dwarf_Die> type_of(Dwarf_Die &entry) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&entry, DW_AT_type, &attribute) == nullptr || dwarf_formref_die(&attribute, &type) == nullptr)
    return std::nullopt;
  Dwarf_Die peeled;
  return dwarf_peel_type(&type, &peeled) == 0 ? std::optional(peeled) : std::nullopt;
}

uint64_t aggregate_size(Dwarf_Die &type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

enum class Passing { integer, two_integers, elsewhere, unknown };

Passing passing_of_base(Dwarf_Die &type) {
  Dwarf_Attribute attribute;
  Dwarf_Word encoding = 0;
  if (dwarf_formudata(dwarf_attr(&type, DW_AT_encoding, &attribute), &encoding) != 0) return Passing::unknown;
  if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float || encoding == DW_ATE_decimal_float ||
      encoding == DW_ATE_imaginary_float)
    return Passing::elsewhere;
  return aggregate_size(type) > register_bytes ? Passing::two_integers : Passing::integer;
}

// Small structures depend on each of their members, and on whether C++ lets them be copied: not decided here.
Passing passing_of(Dwarf_Die &type) {
  switch (dwarf_tag(&type)) {
    case DW_TAG_base_type: return passing_of_base(type);
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_unspecified_type: return Passing::integer;
    default: return Passing::unknown;
  }
}

// Takes the parameters of one function in their order.
class Collector {
 public:
  Collector(uint64_t entry, bool is_changed) : entry_(entry), is_changed_(is_changed) {}

  void result_type(Dwarf_Die &function) {
    const auto type = type_of(function);
    if (!type) return;
    Dwarf_Die result = *type;
    const int tag = dwarf_tag(&result);
    const bool is_structure = tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
    // The address of where to put it comes first.
    if (is_structure && aggregate_size(result) > largest_in_registers)
      next_ = 1;
    else if (is_structure)
      ordered_ = false;
  }

  void parameter(Dwarf_Die &entry) {
    Dwarf_Attribute attribute;
    // The compiler made a copy of the function for this very value.
    if (dwarf_attr(&entry, DW_AT_const_value, &attribute) != nullptr) return;
    const auto type = type_of(entry);
    Dwarf_Die plain{};
    if (type) plain = *type;
    const Passing passing = type ? passing_of(plain) : Passing::unknown;
    const uint64_t size = passing == Passing::integer && dwarf_tag(&plain) != DW_TAG_base_type &&
                                  dwarf_tag(&plain) != DW_TAG_enumeration_type
                              ? register_bytes
                              : (type ? aggregate_size(plain) : register_bytes);
    const char *given = dwarf_diename(&entry);
    const std::string name = given == nullptr ? "" : given;
    Dwarf_Attribute location;
    Dwarf_Op *operations = nullptr;
    size_t count = 0;
    const bool is_located = dwarf_attr(&entry, DW_AT_location, &location) != nullptr &&
                            dwarf_getlocation_addr(&location, entry_, &operations, &count, 1) == 1 && count > 0;
    if (is_located && by_location(operations, count, name, size)) return;
    const bool by_address = is_located && is_address_in_frame(operations, count);
    if (by_address)
      by_convention(Passing::integer, address_of(name), register_bytes);
    else
      by_convention(passing, name, size);
  }

  void variable_parameters() { complete_ = false; }

  Parameters finish() && {
    std::ranges::stable_sort(found_, {}, &Parameter::register_number);
    // Debug information that puts two of them into one register is wrong about at least one.
    // Not std::ranges::unique, which Clang 14 does not compile with the standard library of GCC 12.
    const auto same_register = [](const Parameter &a, const Parameter &b) {
      return a.register_number == b.register_number;
    };
    found_.erase(std::unique(found_.begin(), found_.end(), same_register), found_.end());
    return {std::move(found_), complete_};
  }

 private:
  static std::string address_of(const std::string &name) { return name.empty() ? name : "&" + name; }

  void add(uint32_t number, const std::string &name, uint64_t bytes) {
    next_ = number + 1;
    ordered_ = true;
    found_.push_back({number, name, bytes >= 1 && bytes < register_bytes ? static_cast<uint32_t>(bytes) : register_bytes});
  }

  // False if debug information does not say in which register it is when the function begins.
  bool by_location(const Dwarf_Op *operations, size_t count, const std::string &name, uint64_t size) {
    if (const auto addressing = addressing_register(operations[0]); addressing && count <= 2) {
      const auto parameter = parameter_register(*addressing);
      const bool is_value = count == 2 && operations[1].atom == DW_OP_stack_value;
      if (!parameter || (count == 2 && !is_value)) return false;
      add(*parameter, is_value ? name : address_of(name), is_value ? size : register_bytes);
      return true;
    }
    const auto whole = named_register(operations[0]);
    if (!whole) return false;
    const bool is_pieces = count > 1;
    for (size_t i = 0; i < count; ++i) {
      const auto number = named_register(operations[i]);
      const auto parameter = number ? parameter_register(*number) : std::nullopt;
      if (parameter) add(*parameter, name, is_pieces ? register_bytes : size);
    }
    return true;
  }

  void by_convention(Passing passing, const std::string &name, uint64_t size) {
    if (passing == Passing::elsewhere) return;
    if (passing == Passing::unknown || is_changed_ || !ordered_) {
      // From here on nothing tells which register comes next.
      if (size <= largest_in_registers) ordered_ = complete_ = false;
      return;
    }
    const uint32_t needed = passing == Passing::two_integers ? 2 : 1;
    if (next_ + needed > register_count) return;
    for (uint32_t part = 0; part < needed; ++part) add(next_, name, needed == 1 ? size : register_bytes);
  }

  uint64_t entry_;
  bool is_changed_;  // a copy by the compiler, whose parameters may be others than the source's
  std::vector<Parameter> found_;
  uint32_t next_ = 0;     // the register for the next one
  bool ordered_ = true;   // next_ is known
  bool complete_ = true;
};

bool is_changed_copy(const std::string &linkage_name) {
  for (const char *suffix : {".constprop", ".isra", ".part"}) {
    if (linkage_name.find(suffix) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::optional<Parameters> parameters_at(ModuleSymbols &module, uint64_t address) {
  UnitIndex *unit = module.unit_at(address);
  const auto innermost = unit == nullptr ? std::nullopt : unit->scope_at(address);
  if (!innermost) return std::nullopt;
  const std::vector<AddressRange> ranges = unit->function_ranges(*innermost);
  if (ranges.empty() || ranges.front().first != address) return std::nullopt;
  uint32_t outermost = *innermost;
  while (unit->scope(outermost).parent != Scope::no_parent) outermost = unit->scope(outermost).parent;
  Dwarf_Die function = unit->scope(outermost).die;
  const auto described = module.function_at(address);
  Collector collector(address, described && is_changed_copy(described->linkage_name));
  collector.result_type(function);
  walk_entries(function, true, [&](Dwarf_Die &entry, bool) -> std::optional<bool> {
    const int tag = dwarf_tag(&entry);
    if (tag == DW_TAG_formal_parameter) collector.parameter(entry);
    if (tag == DW_TAG_unspecified_parameters) collector.variable_parameters();
    return std::nullopt;
  });
  return std::move(collector).finish();
}

}  // namespace hagstone::symbols
