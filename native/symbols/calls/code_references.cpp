// SPDX-License-Identifier: MIT
#include "calls/code_references.h"

#include <emmintrin.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "elf/relocations.h"

namespace hagstone::symbols {
namespace {

constexpr uint64_t most_bytes = 64 << 20;
constexpr size_t displacement_length = 4;
constexpr size_t word_length = 4;
constexpr size_t short_jump_length = 2;
constexpr uint64_t short_jump_reach = 130;
// Code is read in pieces of this size, which stay in the processor's caches.
constexpr uint64_t piece = 256 << 10;
// Bytes of an opcode before a displacement.
constexpr uint64_t longest_opcode = 2;
constexpr size_t vector_length = sizeof(__m128i);
constexpr uint64_t bits_per_word = 64;
// Addresses in a block of targets.
constexpr unsigned block_shift = 12;
constexpr uint64_t most_blocks = 1 << 20;

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

// Bit i: the byte before bytes[i] may end an opcode with a displacement.
unsigned may_be_displacements(const uint8_t *bytes) {
  const auto equal = [](__m128i values, int mask, int value) {
    return _mm_cmpeq_epi8(_mm_and_si128(values, _mm_set1_epi8(static_cast<char>(mask))),
                          _mm_set1_epi8(static_cast<char>(value)));
  };
  const __m128i last = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes - 1));
  const __m128i before = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes - 2));
  const __m128i branch = _mm_and_si128(equal(before, 0xff, 0x0f), equal(last, 0xf0, 0x80));
  const __m128i found = _mm_or_si128(_mm_or_si128(equal(last, 0xc7, 0x05), equal(last, 0xff, 0xe9)), branch);
  return static_cast<unsigned>(_mm_movemask_epi8(found));
}

}  // namespace

void CodeReferences::read_segment(const Segment &segment) {
  for (uint64_t at = 1; at + displacement_length <= segment.file_size; at += piece) {
    const uint64_t first = at - std::min(at, longest_opcode);
    const uint64_t end = std::min(at + piece + displacement_length - 1, segment.file_size);
    read_code(segment.address + first, image_.read(segment.address + first, end - first), at - first);
  }
}

// @param first offset of the first displacement to look at
void CodeReferences::read_code(uint64_t start, const std::vector<uint8_t> &bytes, size_t first) {
  size_t offset = first;
  if (is_fixed_) {
    for (size_t at = first; at + displacement_length <= bytes.size(); ++at) add_if_code(value_at<uint32_t>(bytes, at));
  }
  if (offset < longest_opcode && offset + displacement_length <= bytes.size()) read_operand(start, bytes, offset++);
  for (; offset + vector_length + displacement_length <= bytes.size(); offset += vector_length) {
    for (unsigned found = may_be_displacements(bytes.data() + offset); found != 0; found &= found - 1)
      read_operand(start, bytes, offset + static_cast<size_t>(std::countr_zero(found)));
  }
  for (; offset + displacement_length <= bytes.size(); ++offset) read_operand(start, bytes, offset);
}

// @param offset of a possible displacement
void CodeReferences::read_operand(uint64_t start, const std::vector<uint8_t> &bytes, size_t offset) {
  const bool is_operand = is_relative_operand(bytes[offset - 1]);
  if (!is_operand && !is_near_jump(bytes, offset)) return;
  const uint64_t target = start + offset + displacement_length +
                          static_cast<uint64_t>(int64_t{value_at<int32_t>(bytes, offset)});
  if (is_operand) {
    add_if_code(target);
  } else if (image_.is_executable(target)) {
    jumps_.push_back({target, start + offset - 1});
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
  for (Code &code : code_) {
    if (address < code.low || address >= code.high) continue;
    code.pointed_to[(address - code.low) / bits_per_word] |= uint64_t{1} << ((address - code.low) % bits_per_word);
    return;
  }
  if (image_.is_executable(address)) elsewhere_.push_back(address);
}

void CodeReferences::read_exports(const Section &section) {
  Elf_Data *data = elf_getdata(section.handle, nullptr);
  if (data == nullptr) return;
  const size_t count = std::min<size_t>(data->d_size / sizeof(Elf64_Sym), std::numeric_limits<int>::max());
  for (size_t i = 1; i < count; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(data, static_cast<int>(i), &symbol) == nullptr) break;
    if (symbol.st_shndx == SHN_UNDEF) continue;
    if (image_.is_executable(symbol.st_value)) {
      add_if_code(symbol.st_value);
    } else {
      elsewhere_.push_back(symbol.st_value);
    }
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
    const uint64_t low = segment.address + (segment.file_offset == 0 ? sizeof(Elf64_Ehdr) : 0);
    const uint64_t high = segment.address + std::min(segment.file_size, segment.memory_size);
    if (segment.executable && low < high)
      code_.push_back({low, high, std::vector<uint64_t>((high - low) / bits_per_word + 1)});
  }
  for (const Segment &segment : image_.segments()) {
    if (segment.executable) read_segment(segment);
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
  std::sort(elsewhere_.begin(), elsewhere_.end());
  complete_ = sort_jumps();
}

// By counting the targets in each block. False if segments of a damaged file are too far apart.
bool CodeReferences::sort_jumps() {
  if (jumps_.empty()) return true;
  const auto by_target = [](const Jump &a, const Jump &b) { return a.target < b.target; };
  const auto [first, last] = std::minmax_element(jumps_.begin(), jumps_.end(), by_target);
  lowest_target_ = first->target;
  const auto block_of = [this](const Jump &jump) { return (jump.target - lowest_target_) >> block_shift; };
  if (block_of(*last) >= most_blocks) return false;
  std::vector<uint32_t> next(block_of(*last) + 2);
  for (const Jump &jump : jumps_) ++next[block_of(jump) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  block_start_ = next;
  std::vector<Jump> sorted(jumps_.size());
  for (const Jump &jump : jumps_) sorted[next[block_of(jump)]++] = jump;
  jumps_ = std::move(sorted);
  return true;
}

bool CodeReferences::may_be_pointed_to(uint64_t address) {
  if (!read_) read();
  if (!complete_) return true;
  for (const Code &code : code_) {
    if (address >= code.low && address < code.high)
      return (code.pointed_to[(address - code.low) / bits_per_word] >> ((address - code.low) % bits_per_word) & 1) != 0;
  }
  return std::binary_search(elsewhere_.begin(), elsewhere_.end(), address);
}

std::vector<uint64_t> CodeReferences::jumps_into(AddressRange range) {
  if (!read_) read();
  std::vector<uint64_t> found;
  const auto is_inside = [&range](uint64_t address) { return address >= range.first && address < range.second; };
  const size_t blocks = block_start_.empty() ? 0 : block_start_.size() - 1;
  std::vector<Jump> into;
  const uint64_t low = std::max(range.first, lowest_target_);
  for (uint64_t block = (low - lowest_target_) >> block_shift; block < blocks; ++block) {
    if (lowest_target_ + (block << block_shift) >= range.second) break;
    for (uint32_t i = block_start_[block]; i < block_start_[block + 1]; ++i)
      if (is_inside(jumps_[i].target) && !is_inside(jumps_[i].address)) into.push_back(jumps_[i]);
  }
  std::sort(into.begin(), into.end(), [](const Jump &a, const Jump &b) {
    return a.target != b.target ? a.target < b.target : a.address < b.address;
  });
  for (const Jump &jump : into) found.push_back(jump.address);
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
