// SPDX-License-Identifier: MIT
#include "unwind_tables.h"

#include <elfutils/libdw.h>

#include <algorithm>
#include <unordered_map>

#include "encoded_reader.h"

namespace hagstone::symbols {
namespace {

// Larger tables occur in damaged files only.
constexpr uint64_t most_exception_bytes = 1 << 20;

// How a common information entry's frame descriptions are to be read.
struct Encodings {
  uint8_t pointer = 0;
  uint8_t exceptions = EncodedReader::omitted;
  bool has_length = false;
  bool known = true;
};

Encodings encodings_of(const Dwarf_CIE &entry) {
  Encodings result;
  EncodedReader data({entry.augmentation_data, entry.augmentation_data_size}, 0);
  for (const char *letter = entry.augmentation; *letter != '\0' && result.known; ++letter) {
    switch (*letter) {
      case 'z': result.has_length = true; break;
      case 'R': result.pointer = data.byte(); break;
      case 'L': result.exceptions = data.byte(); break;
      case 'P': {
        const uint8_t encoding = data.byte();
        data.plain(encoding);
        break;
      }
      case 'S':
      case 'B': break;
      default: result.known = false;
    }
  }
  result.known &= data.ok();
  return result;
}

}  // namespace

void UnwindTables::read() {
  read_ = true;
  const Section *section = image_.section(".eh_frame");
  if (section == nullptr || section->header.sh_type == SHT_NOBITS) return;
  Elf_Data *data = elf_getdata(section->handle, nullptr);
  const char *identification = elf_getident(image_.handle(), nullptr);
  if (data == nullptr || data->d_buf == nullptr || identification == nullptr) return;
  const auto *start = static_cast<const uint8_t *>(data->d_buf);
  std::unordered_map<Dwarf_Off, Encodings> encodings;
  Dwarf_Off next = 0;
  for (Dwarf_Off offset = 0; offset != static_cast<Dwarf_Off>(-1); offset = next) {
    Dwarf_CFI_Entry entry;
    const int status =
        dwarf_next_cfi(reinterpret_cast<const unsigned char *>(identification), data, true, offset, &next, &entry);
    if (status != 0 || next <= offset) break;
    if (dwarf_cfi_cie_p(&entry)) {
      encodings.emplace(offset, encodings_of(entry.cie));
      continue;
    }
    const auto found = encodings.find(entry.fde.CIE_pointer);
    if (found == encodings.end() || !found->second.known) continue;
    const Encodings &encoding = found->second;
    EncodedReader fields({entry.fde.start, entry.fde.end},
                         section->header.sh_addr + static_cast<uint64_t>(entry.fde.start - start));
    const uint64_t low = fields.pointer(encoding.pointer);
    const uint64_t length = fields.plain(encoding.pointer);
    if (encoding.has_length) fields.unsigned_leb();
    const uint64_t exceptions = encoding.exceptions == EncodedReader::omitted ? 0 : fields.pointer(encoding.exceptions);
    const uint64_t end = image_.executable_end(low);
    if (fields.ok() && length > 0 && end != 0 && length <= end - low)
      descriptions_.push_back({low, low + length, exceptions});
  }
  std::sort(descriptions_.begin(), descriptions_.end(),
            [](const Description &a, const Description &b) { return a.low < b.low; });
}

const UnwindTables::Description *UnwindTables::at(uint64_t address) {
  if (!read_) read();
  const auto after = std::upper_bound(descriptions_.begin(), descriptions_.end(), address,
                                      [](uint64_t wanted, const Description &each) { return wanted < each.low; });
  if (after == descriptions_.begin()) return nullptr;
  const Description &found = *std::prev(after);
  return address < found.high ? &found : nullptr;
}

std::optional<AddressRange> UnwindTables::range_at(uint64_t address) {
  const Description *found = at(address);
  return found == nullptr ? std::nullopt : std::optional(AddressRange(found->low, found->high));
}

std::vector<AddressRange> UnwindTables::ranges() {
  if (!read_) read();
  std::vector<AddressRange> result;
  for (const Description &each : descriptions_) result.emplace_back(each.low, each.high);
  return result;
}

std::vector<CallSite> UnwindTables::call_sites(uint64_t address) {
  const Description *function = at(address);
  if (function == nullptr || function->exceptions == 0) return {};
  const std::vector<uint8_t> bytes = image_.read(function->exceptions, most_exception_bytes);
  EncodedReader table(bytes, function->exceptions);
  const uint8_t start_encoding = table.byte();
  const uint64_t pads = start_encoding == EncodedReader::omitted ? function->low : table.pointer(start_encoding);
  if (table.byte() != EncodedReader::omitted) table.unsigned_leb();
  const uint8_t encoding = table.byte();
  const uint64_t length = table.unsigned_leb();
  const size_t end = table.position() + std::min<uint64_t>(length, bytes.size());
  std::vector<CallSite> sites;
  while (table.ok() && table.position() < end) {
    const uint64_t low = function->low + table.plain(encoding);
    const uint64_t high = low + table.plain(encoding);
    const uint64_t pad = table.plain(encoding);
    table.unsigned_leb();
    if (table.ok() && pad != 0) sites.push_back({low, high, pads + pad});
  }
  return sites;
}

}  // namespace hagstone::symbols
