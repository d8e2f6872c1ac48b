// SPDX-License-Identifier: MIT
#include "variables.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdlib>

#include "names/demangle.h"
#include "die_walk.h"

namespace hagstone::symbols {
namespace {

constexpr int general_registers = 16;
// Limits for one scope, and for a unit's static storage. Only damaged or generated files have more.
constexpr size_t most_entries = 20'000;
constexpr size_t most_statics = 200'000;
constexpr size_t most_variables = 500;

std::optional<int> general_register(uint64_t number) {
  return number < general_registers ? std::optional(static_cast<int>(number)) : std::nullopt;
}

std::optional<int> base_register(const Dwarf_Op &operation) {
  if (operation.atom >= DW_OP_reg0 && operation.atom <= DW_OP_reg31) return general_register(operation.atom - DW_OP_reg0);
  return operation.atom == DW_OP_regx ? general_register(operation.number) : std::nullopt;
}

struct Address {
  int number;
  int64_t offset;
};

// The register and offset, or the address, that an operation computes.
std::optional<Address> computed_address(const Dwarf_Op &operation, const std::optional<Address> &base) {
  if (operation.atom >= DW_OP_breg0 && operation.atom <= DW_OP_breg31) {
    const auto number = general_register(operation.atom - DW_OP_breg0);
    return number ? std::optional(Address{*number, static_cast<int64_t>(operation.number)}) : std::nullopt;
  }
  if (operation.atom == DW_OP_bregx) {
    const auto number = general_register(operation.number);
    return number ? std::optional(Address{*number, static_cast<int64_t>(operation.number2)}) : std::nullopt;
  }
  if (operation.atom == DW_OP_fbreg && base)
    return Address{base->number, static_cast<int64_t>(static_cast<uint64_t>(base->offset) + operation.number)};
  if (operation.atom == DW_OP_addr) return Address{VariableAt::no_register, static_cast<int64_t>(operation.number)};
  return std::nullopt;
}

bool is_variable(int tag) { return tag == DW_TAG_variable || tag == DW_TAG_formal_parameter; }

// The address of a variable with static storage.
std::optional<uint64_t> static_address(Dwarf_Die &entry) {
  Dwarf_Attribute attribute;
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (dwarf_attr(&entry, DW_AT_location, &attribute) == nullptr || dwarf_getlocation(&attribute, &operations, &count) != 0)
    return std::nullopt;
  return count == 1 && operations[0].atom == DW_OP_addr ? std::optional<uint64_t>(operations[0].number) : std::nullopt;
}

std::string variable_name(Dwarf_Die &entry) {
  const char *name = dwarf_diename(&entry);
  return name == nullptr ? std::string() : std::string(name);
}

}  // namespace

std::optional<Variables::Base> Variables::call_frame(uint64_t address) {
  if (!opened_frames_) {
    opened_frames_ = true;
    frames_.reset(dwarf_getcfi_elf(module_.image().handle()));
  }
  Dwarf_Frame *frame = nullptr;
  if (frames_ == nullptr || dwarf_cfi_addrframe(frames_.get(), address, &frame) != 0) return std::nullopt;
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  std::optional<Base> result;
  if (dwarf_frame_cfa(frame, &operations, &count) == 0 && count == 1) {
    const auto computed = computed_address(operations[0], std::nullopt);
    if (computed && computed->number != VariableAt::no_register) result = Base{computed->number, computed->offset};
  }
  std::free(frame);
  return result;
}

std::optional<Variables::Base> Variables::frame_base(Dwarf_Die function, uint64_t address) {
  Dwarf_Attribute attribute;
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (dwarf_attr_integrate(&function, DW_AT_frame_base, &attribute) == nullptr ||
      dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1 || count != 1)
    return std::nullopt;
  if (operations[0].atom == DW_OP_call_frame_cfa) return call_frame(address);
  if (const auto number = base_register(operations[0])) return Base{*number, 0};
  const auto computed = computed_address(operations[0], std::nullopt);
  return computed && computed->number != VariableAt::no_register ? std::optional(Base{computed->number, computed->offset})
                                                                 : std::nullopt;
}

void Variables::add(Dwarf_Die &entry, uint64_t address, const std::optional<Base> &base, uint32_t depth,
                    std::vector<VariableAt> &found) {
  VariableAt variable;
  variable.name = variable_name(entry);
  const auto type = types_.type_of(entry);
  Dwarf_Attribute attribute;
  Dwarf_Op *operations = nullptr;
  size_t count = 0;
  if (variable.name.empty() || !type || dwarf_attr_integrate(&entry, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1 || count == 0) {
    return;
  }
  variable.depth = depth;
  variable.type = *type;
  variable.bytes = types_.size(*type);
  const std::optional<Address> frame = base ? std::optional(Address{base->number, base->offset}) : std::nullopt;
  for (size_t i = 0; i < count && found.size() < most_variables;) {
    VariableAt part = variable;
    bool known = false;
    if (const auto number = base_register(operations[i])) {
      part.held = VariableAt::Held::value;
      part.number = *number;
      known = true;
      ++i;
    } else if (const auto computed = computed_address(operations[i], frame)) {
      part.number = computed->number;
      part.offset = computed->offset;
      known = true;
      ++i;
      if (i < count && operations[i].atom == DW_OP_deref) {
        part.held = VariableAt::Held::pointed;
        ++i;
      } else if (i < count && operations[i].atom == DW_OP_stack_value) {
        part.held = VariableAt::Held::value;
        known = computed->number != VariableAt::no_register;
        ++i;
      }
    }
    if (i >= count) {
      if (known) found.push_back(part);
      return;
    }
    // Anything else is computed in a way that names no place.
    if (operations[i].atom != DW_OP_piece) return;
    if (known) found.push_back(part);
    if (operations[i].number == 0 || operations[i].number > UINT32_MAX) return;
    variable.part += operations[i].number;
    ++i;
  }
}

std::vector<VariableAt> Variables::at(uint64_t address) {
  std::vector<VariableAt> found;
  UnitIndex *unit = module_.unit_at(address);
  const auto innermost = unit == nullptr ? std::nullopt : unit->scope_at(address);
  if (!innermost) return found;
  std::vector<uint32_t> scopes{*innermost};
  while (unit->scope(scopes.back()).parent != Scope::no_parent) scopes.push_back(unit->scope(scopes.back()).parent);
  std::reverse(scopes.begin(), scopes.end());
  const std::optional<Base> base = frame_base(unit->scope(scopes.front()).die, address);
  for (size_t depth = 0; depth < scopes.size(); ++depth) {
    size_t seen = 0;
    walk_entries(unit->scope(scopes[depth]).die, true, [&](Dwarf_Die &entry, bool) -> std::optional<bool> {
      if (++seen > most_entries || found.size() >= most_variables) return std::nullopt;
      const int tag = dwarf_tag(&entry);
      if (is_variable(tag)) add(entry, address, base, static_cast<uint32_t>(depth), found);
      const bool is_block = tag == DW_TAG_lexical_block || tag == DW_TAG_try_block || tag == DW_TAG_catch_block ||
                            tag == DW_TAG_common_block;
      if (!is_block) return std::nullopt;
      const bool has_code = dwarf_hasattr(&entry, DW_AT_low_pc) || dwarf_hasattr(&entry, DW_AT_ranges);
      return !has_code || dwarf_haspc(&entry, address) == 1 ? std::optional(true) : std::nullopt;
    });
  }
  return found;
}

const Variables::Statics &Variables::statics_of(UnitIndex &unit) {
  const auto [known, is_new] = statics_.try_emplace(&unit);
  if (!is_new || unit.scope_count() == 0) return known->second;
  Statics &statics = known->second;
  // Split debug information has its entries elsewhere than the unit's own.
  Dwarf_Die function = unit.scope(0).die;
  Dwarf_Die root{};
  if (dwarf_diecu(&function, &root, nullptr, nullptr) == nullptr) return statics;
  size_t seen = 0;
  walk_entries(root, true, [&](Dwarf_Die &entry, bool) -> std::optional<bool> {
    if (++seen > most_statics) return std::nullopt;
    const int tag = dwarf_tag(&entry);
    if (tag == DW_TAG_namespace || tag == DW_TAG_module) return true;
    if (tag != DW_TAG_variable) return std::nullopt;
    VariableAt variable;
    variable.name = variable_name(entry);
    if (variable.name.empty()) return std::nullopt;
    const auto address = static_address(entry);
    if (!address) {
      statics.declared.try_emplace(variable.name, entry);
      return std::nullopt;
    }
    const auto type = types_.type_of(entry);
    if (!type) return std::nullopt;
    variable.offset = static_cast<int64_t>(*address);
    variable.type = *type;
    variable.bytes = types_.size(*type);
    statics.placed.push_back(std::move(variable));
    return std::nullopt;
  });
  std::ranges::stable_sort(statics.placed, {}, &VariableAt::offset);
  return statics;
}

std::optional<VariableAt> Variables::static_at(uint64_t code, uint64_t data) {
  UnitIndex *unit = module_.unit_at(code);
  if (unit == nullptr) return std::nullopt;
  const Statics &statics = statics_of(*unit);
  const auto after = std::ranges::upper_bound(statics.placed, static_cast<int64_t>(data), {}, &VariableAt::offset);
  if (after != statics.placed.begin()) {
    const VariableAt &before = *std::prev(after);
    if (data - static_cast<uint64_t>(before.offset) < before.bytes) return before;
  }
  const std::vector<const Symbol *> symbols = module_.symbols().objects_in(data, data + 1);
  if (symbols.size() != 1) return std::nullopt;
  const auto declared = statics.declared.find(demangle(symbols.front()->name));
  if (declared == statics.declared.end()) return std::nullopt;
  Dwarf_Die entry = declared->second;
  const auto type = types_.type_of(entry);
  if (!type) return std::nullopt;
  VariableAt variable;
  variable.name = declared->first;
  variable.offset = static_cast<int64_t>(symbols.front()->low);
  variable.type = *type;
  variable.bytes = symbols.front()->high - symbols.front()->low;
  return variable;
}

}  // namespace hagstone::symbols
