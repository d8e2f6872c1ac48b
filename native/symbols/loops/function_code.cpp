// SPDX-License-Identifier: MIT
#include "loops/function_code.h"

#include <algorithm>

namespace hagstone::symbols {
namespace {

Flow flow_of(const ZydisDecodedInstruction &instruction) {
  const bool direct = instruction.raw.imm[0].is_relative != 0;
  switch (instruction.meta.category) {
    case ZYDIS_CATEGORY_CALL: return Flow::call;
    case ZYDIS_CATEGORY_COND_BR: return Flow::branch;
    case ZYDIS_CATEGORY_UNCOND_BR: return direct ? Flow::jump : Flow::indirect_jump;
    case ZYDIS_CATEGORY_RET: return Flow::returns;
    default: break;
  }
  switch (instruction.mnemonic) {
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_INT3: return Flow::stop;
    default: return Flow::next;
  }
}

}  // namespace

FunctionCode::FunctionCode(const ElfFile &image, std::vector<AddressRange> ranges) {
  ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::sort(ranges.begin(), ranges.end());
  uint64_t end = 0;
  for (const auto &[low, high] : ranges) {
    // Ranges overlap in damaged files only.
    if (low < end || high <= low) continue;
    end = high;
    parts_.push_back({low, image.read(low, high - low)});
    decode_part(parts_.back());
  }
}

void FunctionCode::decode_part(const Part &part) {
  for (size_t offset = 0; offset < part.bytes.size();) {
    const uint64_t address = part.low + offset;
    ZydisDecodedInstruction instruction;
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder_, nullptr, part.bytes.data() + offset,
                                                    part.bytes.size() - offset, &instruction))) {
      instructions_.push_back({address, 0, 1, Flow::stop});
      ++offset;
      continue;
    }
    const uint64_t next = address + instruction.length;
    const uint64_t target =
        instruction.raw.imm[0].is_relative ? next + static_cast<uint64_t>(instruction.raw.imm[0].value.s) : 0;
    instructions_.push_back({address, target, instruction.length, flow_of(instruction)});
    offset += instruction.length;
  }
}

std::optional<size_t> FunctionCode::covering(uint64_t address) const {
  const auto after = std::upper_bound(instructions_.begin(), instructions_.end(), address,
                                      [](uint64_t wanted, const FlowInstruction &each) { return wanted < each.address; });
  if (after == instructions_.begin()) return std::nullopt;
  const auto found = std::prev(after);
  if (address - found->address >= found->length) return std::nullopt;
  return static_cast<size_t>(found - instructions_.begin());
}

std::optional<size_t> FunctionCode::starting_at(uint64_t address) const {
  const auto found = covering(address);
  return found && instructions_[*found].address == address ? found : std::nullopt;
}

bool FunctionCode::is_last_of_range(size_t index) const {
  const FlowInstruction &each = instructions_[index];
  return index + 1 == instructions_.size() || instructions_[index + 1].address != each.address + each.length;
}

std::optional<FullInstruction> FunctionCode::decode(size_t index) const {
  const uint64_t address = instructions_[index].address;
  for (const Part &part : parts_) {
    if (address < part.low || address - part.low >= part.bytes.size()) continue;
    const size_t offset = address - part.low;
    FullInstruction result;
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder_, part.bytes.data() + offset, part.bytes.size() - offset,
                                             &result.instruction, result.operands)))
      break;
    return result;
  }
  return std::nullopt;
}

}  // namespace hagstone::symbols
