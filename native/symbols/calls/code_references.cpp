// SPDX-License-Identifier: MIT
#include "calls/code_references.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "elf/relocations.h"

namespace hagstone::symbols {
namespace {

constexpr uint64_t most_bytes = 64 << 20;
constexpr size_t displacement_length = 4;
constexpr size_t word_length = 4;
constexpr size_t short_jump_length = 2;
constexpr uint64_t short_jump_reach = 130;

template <typename Value>
Value value_at(const std::vector<uint8_t> &bytes, size_t offset) {
  Value value;
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

// The ModRM byte of an operand relative to the next instruction.
bool is_relative_operand(uint8_t byte) { return (byte & 0xc7) == 0x05; }

bool is_near_jump(const std::vector<uint8_t> &bytes, size_t displacement) {
  if (bytes[displacement - 1] == 0xe9) return true;
  return displacement >= 2 && bytes[displacement - 2] == 0x0f && (bytes[displacement - 1] & 0xf0) == 0x80;
}

bool is_short_jump(uint8_t byte) { return byte == 0xeb || (byte & 0xf0) == 0x70 || (byte >= 0xe0 && byte <= 0xe3); }

}  // namespace

void CodeReferences::read_code(uint64_t start, const std::vector<uint8_t> &bytes) {
  for (size_t offset = 1; offset + displacement_length <= bytes.size(); ++offset) {
    if (is_fixed_) add_if_code(value_at<uint32_t>(bytes, offset));
    const bool is_operand = is_relative_operand(bytes[offset - 1]);
    if (!is_operand && !is_near_jump(bytes, offset)) continue;
    const uint64_t target = start + offset + displacement_length +
                            static_cast<uint64_t>(int64_t{value_at<int32_t>(bytes, offset)});
    if (!image_.is_executable(target)) continue;
    if (is_operand) {
      pointed_to_.push_back(target);
    } else {
      jumps_.emplace_back(target, start + offset - 1);
    }
  }
}

void CodeReferences::read_data(uint64_t start, const std::vector<uint8_t> &bytes) {
  for (size_t offset = 0; offset + word_length <= bytes.size(); offset += is_fixed_ ? 1 : word_length) {
    if (is_fixed_) add_if_code(value_at<uint32_t>(bytes, offset));
    if ((start + offset) % word_length != 0) continue;
    // Some tables hold distances from the word itself.
    add_if_code(start + offset + static_cast<uint64_t>(int64_t{value_at<int32_t>(bytes, offset)}));
    if (offset + sizeof(uint64_t) <= bytes.size()) add_if_code(value_at<uint64_t>(bytes, offset));
  }
}

void CodeReferences::add_if_code(uint64_t address) {
  if (image_.is_executable(address)) pointed_to_.push_back(address);
}

void CodeReferences::read_exports(const Section &section) {
  Elf_Data *data = elf_getdata(section.handle, nullptr);
  if (data == nullptr) return;
  const size_t count = std::min<size_t>(data->d_size / sizeof(Elf64_Sym), std::numeric_limits<int>::max());
  for (size_t i = 1; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
    if (symbol.st_shndx != SHN_UNDEF) pointed_to_.push_back(symbol.st_value);
  }
}

void CodeReferences::read() {
  read_ = true;
  uint64_t size = 0;
  uint64_t lowest = std::numeric_limits<uint64_t>::max();
  for (const Segment &segment : image_.segments()) {
    size += segment.file_size;
    lowest = std::min(lowest, segment.address);
  }
  is_fixed_ = lowest != 0;
  // Without sections the relocations are not known.
  if (size > most_bytes || image_.section(".text") == nullptr) return;
  for (const Segment &segment : image_.segments()) {
    const std::vector<uint8_t> bytes = image_.read(segment.address, segment.file_size);
    if (segment.executable) read_code(segment.address, bytes);
  }
  for (const Section &section : image_.sections()) {
    const GElf_Shdr &header = section.header;
    if (header.sh_type == SHT_RELA && header.sh_entsize == sizeof(Elf64_Rela))
      for_each_relocation(section, [this](const GElf_Rela &entry) { add_if_code(static_cast<uint64_t>(entry.r_addend)); });
    if (header.sh_type == SHT_DYNSYM && header.sh_entsize == sizeof(Elf64_Sym)) read_exports(section);
    const bool is_data = header.sh_type == SHT_PROGBITS || header.sh_type == SHT_INIT_ARRAY ||
                         header.sh_type == SHT_FINI_ARRAY || header.sh_type == SHT_PREINIT_ARRAY;
    // Tables for unwinding name all functions.
    if ((header.sh_flags & SHF_ALLOC) != 0 && (header.sh_flags & SHF_EXECINSTR) == 0 && is_data &&
        !section.name.starts_with(".eh_frame") && section.name != ".gcc_except_table")
      read_data(header.sh_addr, image_.read(header.sh_addr, header.sh_size));
  }
  std::sort(pointed_to_.begin(), pointed_to_.end());
  pointed_to_.erase(std::unique(pointed_to_.begin(), pointed_to_.end()), pointed_to_.end());
  std::sort(jumps_.begin(), jumps_.end());
  complete_ = true;
}

bool CodeReferences::may_be_pointed_to(uint64_t address) {
  if (!read_) read();
  return !complete_ || std::binary_search(pointed_to_.begin(), pointed_to_.end(), address);
}

std::vector<uint64_t> CodeReferences::jumps_into(AddressRange range) {
  if (!read_) read();
  std::vector<uint64_t> found;
  const auto is_inside = [&range](uint64_t address) { return address >= range.first && address < range.second; };
  for (auto each = std::lower_bound(jumps_.begin(), jumps_.end(), std::pair<uint64_t, uint64_t>(range.first, 0));
       each != jumps_.end() && is_inside(each->first); ++each) {
    if (!is_inside(each->second)) found.push_back(each->second);
  }
  for (const Segment &segment : image_.segments()) {
    const uint64_t end = segment.address + segment.file_size;
    if (!segment.executable || range.first < segment.address || range.first >= end) continue;
    const uint64_t start = range.first - std::min(range.first - segment.address, short_jump_reach);
    const std::vector<uint8_t> bytes = image_.read(start, std::min(range.second + short_jump_reach, end) - start);
    for (size_t offset = 0; offset + short_jump_length <= bytes.size(); ++offset) {
      const uint64_t jump = start + offset;
      if (is_inside(jump) || !is_short_jump(bytes[offset])) continue;
      const uint64_t target = jump + short_jump_length +
                              static_cast<uint64_t>(int64_t{value_at<int8_t>(bytes, offset + 1)});
      if (is_inside(target)) found.push_back(jump);
    }
  }
  return found;
}

}  // namespace hagstone::symbols
