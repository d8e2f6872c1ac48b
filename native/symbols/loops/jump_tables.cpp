// SPDX-License-Identifier: MIT
#include "loops/jump_tables.h"

#include <algorithm>
#include <cstring>

namespace hagstone::symbols {
namespace {

constexpr uint64_t most_entries = 4096;
// Instructions between the load of the entry and the jump, and between the comparison and the load.
constexpr size_t nearby = 16;
ZydisRegister whole(ZydisRegister part) { return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, part); }

bool is_register(const ZydisDecodedOperand &operand) { return operand.type == ZYDIS_OPERAND_TYPE_REGISTER; }
bool is_memory(const ZydisDecodedOperand &operand) { return operand.type == ZYDIS_OPERAND_TYPE_MEMORY; }

bool writes(const FullInstruction &each, ZydisRegister wanted) {
  for (unsigned i = 0; i < each.instruction.operand_count; ++i) {
    const ZydisDecodedOperand &operand = each.operands[i];
    if (is_register(operand) && (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0 &&
        whole(operand.reg.value) == wanted)
      return true;
  }
  return false;
}

bool goes_on(Flow flow) { return flow == Flow::next || flow == Flow::call || flow == Flow::branch; }

template <typename Value>
Value value_of(const std::vector<uint8_t> &bytes, size_t index) {
  Value value;
  std::memcpy(&value, bytes.data() + index * sizeof(Value), sizeof(Value));
  return value;
}

std::vector<uint64_t> distinct(std::vector<uint64_t> addresses) {
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

}  // namespace

std::optional<std::vector<uint64_t>> JumpTables::targets(size_t jump) {
  const auto decoded = code_.decode(jump);
  if (!decoded) return std::nullopt;
  const ZydisDecodedOperand &operand = decoded->operands[0];
  if (is_register(operand)) return through_register(jump);
  if (!is_memory(operand) || operand.mem.index == ZYDIS_REGISTER_NONE || operand.mem.scale != 8) return std::nullopt;
  if (operand.mem.base == ZYDIS_REGISTER_NONE)
    return addresses(static_cast<uint64_t>(operand.mem.disp.value), entry_count(jump));
  const auto table = address_in(operand.mem.base, jump);
  return table ? addresses(*table + static_cast<uint64_t>(operand.mem.disp.value), entry_count(jump))
               : std::vector<uint64_t>();
}

std::optional<std::vector<uint64_t>> JumpTables::through_register(size_t jump) {
  bool is_indexed = false;
  for (size_t back = 1; back <= nearby && back <= jump; ++back) {
    const size_t index = jump - back;
    const auto each = code_.decode(index);
    if (!each) return std::nullopt;
    const bool is_load = each->instruction.mnemonic == ZYDIS_MNEMONIC_MOVSXD ||
                         each->instruction.mnemonic == ZYDIS_MNEMONIC_MOV;
    if (!is_load || !is_memory(each->operands[1])) continue;
    const auto &memory = each->operands[1].mem;
    const bool is_offset = each->operands[1].size == 32;
    if (memory.index == ZYDIS_REGISTER_NONE || (!is_offset && each->operands[1].size != 64)) continue;
    is_indexed = true;
    const auto count = entry_count(index);
    if (memory.base == ZYDIS_REGISTER_NONE && !is_offset) return addresses(static_cast<uint64_t>(memory.disp.value), count);
    // Without optimisation the scaled index is the base and the table the index.
    for (const ZydisRegister part : {memory.base, memory.index}) {
      const auto table = part == ZYDIS_REGISTER_NONE ? std::nullopt : address_in(part, index);
      if (!table) continue;
      const uint64_t start = *table + static_cast<uint64_t>(memory.disp.value);
      std::vector<uint64_t> found = is_offset ? offsets(start, count) : addresses(start, count);
      if (!found.empty()) return found;
    }
  }
  return is_indexed ? std::optional(std::vector<uint64_t>()) : std::nullopt;
}

std::optional<uint64_t> JumpTables::address_in(ZydisRegister wanted, size_t before) {
  wanted = whole(wanted);
  size_t index = before;
  for (size_t back = 1; back <= nearby && back <= before && goes_on(code_.instructions()[before - back].flow); ++back) {
    index = before - back;
    const auto each = code_.decode(index);
    if (!each || !writes(*each, wanted)) continue;
    const Definition found = definition(*each, index);
    if (found.copied == ZYDIS_REGISTER_NONE) return found.address;
    wanted = found.copied;
  }
  // Its address was loaded before the loop that the jump is in.
  if (!definitions_) collect_definitions();
  auto definition = std::lower_bound(definitions_->begin(), definitions_->end(), index,
                                     [](const Definition &each, size_t wanted_index) { return each.index < wanted_index; });
  for (; definition != definitions_->begin() && steps_left_ > 0; --steps_left_) {
    --definition;
    if (definition->written != wanted) continue;
    if (definition->copied == ZYDIS_REGISTER_NONE) return definition->address;
    wanted = definition->copied;
  }
  return std::nullopt;
}

JumpTables::Definition JumpTables::definition(const FullInstruction &each, size_t index) const {
  const ZydisDecodedOperand &source = each.operands[1];
  Definition result{index,
                    each.instruction.operand_count_visible >= 2 && is_register(each.operands[0])
                        ? whole(each.operands[0].reg.value)
                        : ZYDIS_REGISTER_NONE,
                    ZYDIS_REGISTER_NONE, std::nullopt};
  if (result.written == ZYDIS_REGISTER_NONE) return result;
  ZyanU64 address = 0;
  if (each.instruction.mnemonic == ZYDIS_MNEMONIC_LEA && source.mem.base == ZYDIS_REGISTER_RIP) {
    if (ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&each.instruction, &source, code_.instructions()[index].address, &address)))
      result.address = address;
  } else if (each.instruction.mnemonic == ZYDIS_MNEMONIC_MOV) {
    if (source.type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
      result.address = source.imm.value.u;
    else if (is_register(source))
      result.copied = whole(source.reg.value);
  }
  return result;
}

void JumpTables::collect_definitions() {
  definitions_.emplace();
  for (size_t index = 0; index < code_.instructions().size(); ++index) {
    if (code_.instructions()[index].flow != Flow::next) continue;
    const auto each = code_.decode(index);
    if (!each) continue;
    const Definition found = definition(*each, index);
    if (found.address || found.copied != ZYDIS_REGISTER_NONE) definitions_->push_back(found);
  }
}

std::optional<uint64_t> JumpTables::entry_count(size_t before) const {
  for (size_t back = 1; back <= nearby && back <= before; ++back) {
    const auto each = code_.decode(before - back);
    if (!each) return std::nullopt;
    if (each->instruction.operand_count_visible < 2 || each->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE) continue;
    const uint64_t bound = each->operands[1].imm.value.u;
    if (each->instruction.mnemonic == ZYDIS_MNEMONIC_AND && bound < most_entries) return bound + 1;
    const auto branch = each->instruction.mnemonic == ZYDIS_MNEMONIC_CMP ? code_.decode(before - back + 1) : std::nullopt;
    if (!branch) continue;
    if (branch->instruction.mnemonic == ZYDIS_MNEMONIC_JNBE || branch->instruction.mnemonic == ZYDIS_MNEMONIC_JBE)
      return bound + 1;
    if (branch->instruction.mnemonic == ZYDIS_MNEMONIC_JNB || branch->instruction.mnemonic == ZYDIS_MNEMONIC_JB)
      return bound;
  }
  return std::nullopt;
}

std::vector<uint8_t> JumpTables::entries(uint64_t table, std::optional<uint64_t> count, size_t entry_size) {
  const uint64_t taken = std::min({count.value_or(most_entries), most_entries, steps_left_});
  steps_left_ -= taken;
  return image_.read(table, taken * entry_size);
}

std::vector<uint64_t> JumpTables::addresses(uint64_t table, std::optional<uint64_t> count) {
  const std::vector<uint8_t> bytes = entries(table, count, sizeof(uint64_t));
  std::vector<uint64_t> found;
  for (size_t i = 0; (i + 1) * sizeof(uint64_t) <= bytes.size(); ++i) {
    const uint64_t target = relocations_.value_at(table + i * sizeof(uint64_t)).value_or(value_of<uint64_t>(bytes, i));
    if (!code_.starting_at(target)) break;
    found.push_back(target);
  }
  return distinct(std::move(found));
}

std::vector<uint64_t> JumpTables::offsets(uint64_t table, std::optional<uint64_t> count) {
  const std::vector<uint8_t> bytes = entries(table, count, sizeof(int32_t));
  std::vector<uint64_t> found;
  for (size_t i = 0; (i + 1) * sizeof(int32_t) <= bytes.size(); ++i) {
    const uint64_t target = table + static_cast<uint64_t>(int64_t{value_of<int32_t>(bytes, i)});
    if (!code_.starting_at(target)) break;
    found.push_back(target);
  }
  return distinct(std::move(found));
}

}  // namespace hagstone::symbols
