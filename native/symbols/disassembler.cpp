// SPDX-License-Identifier: MIT
#include "disassembler.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "names/demangle.h"

namespace hagstone::symbols {
namespace {

constexpr uint64_t max_length = 16u << 20;

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

struct Target {
  uint64_t address;
  bool is_data;
};

std::optional<Target> target_of(const ZydisDecodedInstruction &instruction, const ZydisDecodedOperand *operands,
                                uint64_t address) {
  for (unsigned i = 0; i < instruction.operand_count_visible; ++i) {
    const ZydisDecodedOperand &operand = operands[i];
    const bool branch = operand.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && operand.imm.is_relative;
    const bool relative = operand.type == ZYDIS_OPERAND_TYPE_MEMORY && operand.mem.base == ZYDIS_REGISTER_RIP;
    ZyanU64 target = 0;
    if ((branch || relative) && ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&instruction, &operand, address, &target)))
      return Target{target, relative};
  }
  return std::nullopt;
}

std::string name_of_target(ModuleSymbols &module, uint64_t target) {
  std::string name;
  uint64_t start = 0;
  if (const auto function = module.function_at(target); function && !function->linkage_name.empty()) {
    name = function->name;
    start = function->low;
  } else if (const Symbol *object = module.symbols().object_at(target)) {
    name = demangle(object->name);
    start = object->low;
  } else {
    return {};
  }
  return target == start ? name : name + "+" + hexadecimal(target - start);
}

}  // namespace

Disassembly disassemble(ModuleSymbols &module, uint64_t low, uint64_t high, Syntax syntax) {
  if (low > high) throw std::runtime_error("cannot disassemble: the range ends before it begins");
  if (high - low > max_length) throw std::runtime_error("cannot disassemble: the range is longer than 16 MiB");
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  ZydisFormatter formatter;
  ZydisFormatterInit(&formatter, syntax == Syntax::intel ? ZYDIS_FORMATTER_STYLE_INTEL : ZYDIS_FORMATTER_STYLE_ATT);
  ZydisFormatterSetProperty(&formatter, ZYDIS_FORMATTER_PROP_HEX_UPPERCASE, ZYAN_FALSE);
  ZydisFormatterSetProperty(&formatter, ZYDIS_FORMATTER_PROP_ADDR_PADDING_ABSOLUTE, ZYDIS_PADDING_DISABLED);
  ZydisFormatterSetProperty(&formatter, ZYDIS_FORMATTER_PROP_DISP_PADDING, ZYDIS_PADDING_DISABLED);
  ZydisFormatterSetProperty(&formatter, ZYDIS_FORMATTER_PROP_IMM_PADDING, ZYDIS_PADDING_DISABLED);

  const std::vector<uint8_t> code = module.image().read(low, high - low + ZYDIS_MAX_INSTRUCTION_LENGTH);
  const size_t end = std::min<size_t>(code.size(), high - low);
  Disassembly result;
  result.bytes = to_hex(code.data(), end);
  std::unordered_map<uint64_t, uint32_t> names;
  const auto number_of_name = [&](uint64_t target) {
    const auto [known, is_new] = names.try_emplace(target, 0);
    if (is_new) {
      std::string name = name_of_target(module, target);
      if (!name.empty()) {
        known->second = static_cast<uint32_t>(result.names.size());
        result.names.push_back(std::move(name));
      }
    }
    return known->second;
  };
  const auto add = [&result](size_t length, std::string_view text) {
    result.length.push_back(static_cast<uint8_t>(length));
    result.texts.append(text).push_back('\n');
  };
  size_t offset = 0;
  while (offset < end) {
    const uint64_t address = low + offset;
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    char text[256];
    const bool decoded =
        ZYAN_SUCCESS(
            ZydisDecoderDecodeFull(&decoder, code.data() + offset, code.size() - offset, &instruction, operands)) &&
        ZYAN_SUCCESS(ZydisFormatterFormatInstruction(&formatter, &instruction, operands, instruction.operand_count_visible,
                                                     text, sizeof(text), address, nullptr));
    const auto target = decoded ? target_of(instruction, operands, address) : std::nullopt;
    const size_t length = decoded ? instruction.length : 1;
    add(length, decoded ? std::string_view(text) : ".byte " + hexadecimal(code[offset]));
    result.target.push_back(target ? target->address : Disassembly::no_target);
    result.constant.push_back(target && target->is_data && module.image().is_constant(target->address) ? 1 : 0);
    result.target_name.push_back(target ? number_of_name(target->address) : 0);
    offset += length;
  }
  // The last instruction may reach beyond the range.
  if (offset > end) result.bytes += to_hex(&code[end], offset - end);
  return result;
}

}  // namespace hagstone::symbols
