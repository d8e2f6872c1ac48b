// SPDX-License-Identifier: MIT
#include "line_table_sums.h"

#include <dwarf.h>

#include <algorithm>

#include "elf/encoded_reader.h"

namespace hagstone::symbols {
namespace {

// How EncodedReader::plain() is asked for numbers of 2, 4 and 8 bytes.
constexpr uint8_t u16 = 0x02;
constexpr uint8_t u32 = 0x03;
constexpr uint8_t u64 = 0x04;

struct Field {
  uint64_t content;
  uint64_t form;
};

std::vector<Field> read_format(EncodedReader &reader) {
  std::vector<Field> format(reader.byte());
  for (Field &field : format) {
    field.content = reader.unsigned_leb();
    field.form = reader.unsigned_leb();
  }
  return format;
}

// The bytes of a value. A form that no line table may have ends the reading.
std::span<const uint8_t> read_value(EncodedReader &reader, uint64_t form, bool is_64_bit) {
  switch (form) {
    case DW_FORM_data1:
    case DW_FORM_strx1:
    case DW_FORM_flag: return reader.take(1);
    case DW_FORM_data2:
    case DW_FORM_strx2: return reader.take(2);
    case DW_FORM_strx3: return reader.take(3);
    case DW_FORM_data4:
    case DW_FORM_strx4: return reader.take(4);
    case DW_FORM_data8: return reader.take(8);
    case DW_FORM_data16: return reader.take(16);
    case DW_FORM_strp:
    case DW_FORM_line_strp:
    case DW_FORM_strp_sup:
    case DW_FORM_sec_offset: return reader.take(is_64_bit ? 8 : 4);
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_strx: reader.unsigned_leb(); return {};
    case DW_FORM_block1: return reader.take(reader.byte());
    case DW_FORM_block2: return reader.take(reader.plain(u16));
    case DW_FORM_block4: return reader.take(reader.plain(u32));
    case DW_FORM_block: return reader.take(reader.unsigned_leb());
    case DW_FORM_string:
      while (reader.ok() && reader.byte() != 0) {
      }
      return {};
    default: return reader.take(UINT64_MAX);
  }
}

// Calls `visit(field, bytes)` for each value of a table of directories or files. Returns the number of entries.
template <typename Visit>
size_t read_entries(EncodedReader &reader, bool is_64_bit, Visit visit) {
  const std::vector<Field> format = read_format(reader);
  const uint64_t count = reader.unsigned_leb();
  // Each value takes a byte or more.
  if (!reader.ok() || format.empty() || count > reader.left()) return 0;
  for (size_t entry = 0; entry < count && reader.ok(); ++entry) {
    for (const Field &field : format) visit(entry, field, read_value(reader, field.form, is_64_bit));
  }
  return reader.ok() ? count : 0;
}

}  // namespace

std::vector<Md5> line_table_sums(std::span<const uint8_t> debug_line, uint64_t offset) {
  if (offset >= debug_line.size()) return {};
  EncodedReader start(debug_line.subspan(offset), 0);
  const uint64_t short_length = start.plain(u32);
  const bool is_64_bit = short_length == 0xffffffff;
  const uint64_t length = is_64_bit ? start.plain(u64) : short_length;
  if (!start.ok() || length > start.left()) return {};
  EncodedReader reader(start.take(length), 0);
  if (reader.plain(u16) != 5) return {};
  reader.take(2);  // sizes of addresses and segment selectors
  reader.plain(is_64_bit ? u64 : u32);
  reader.take(5);  // parameters of the line number program
  const uint8_t first_special_opcode = reader.byte();
  reader.take(first_special_opcode == 0 ? 0 : first_special_opcode - 1);
  read_entries(reader, is_64_bit, [](size_t, const Field &, std::span<const uint8_t>) {});

  std::vector<Md5> sums;
  bool found = false;
  const size_t count =
      read_entries(reader, is_64_bit, [&](size_t entry, const Field &field, std::span<const uint8_t> bytes) {
        if (entry >= sums.size()) sums.emplace_back();
        if (field.content != DW_LNCT_MD5 || field.form != DW_FORM_data16 || bytes.size() != sums[entry].size()) return;
        std::copy(bytes.begin(), bytes.end(), sums[entry].begin());
        found = true;
      });
  return found && count == sums.size() ? sums : std::vector<Md5>();
}

}  // namespace hagstone::symbols
