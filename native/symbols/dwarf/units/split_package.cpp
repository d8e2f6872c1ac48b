// SPDX-License-Identifier: MIT
#include "split_package.h"

#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "elf/elf_image.h"

namespace hagstone::symbols {
namespace {

constexpr uint32_t section_str_offsets = 6;
constexpr size_t index_header = 16;

// Numbers of sections in an index; nullptr for those that nothing here reads.
const char *section_name(uint32_t number, uint32_t version) {
  switch (number) {
    case 1: return ".debug_info.dwo";
    case 3: return ".debug_abbrev.dwo";
    case 4: return ".debug_line.dwo";
    case 5: return version == 2 ? ".debug_loc.dwo" : ".debug_loclists.dwo";
    case section_str_offsets: return ".debug_str_offsets.dwo";
    case 8: return version == 2 ? nullptr : ".debug_rnglists.dwo";
    default: return nullptr;
  }
}

// The caller has looked that it is within.
uint32_t word_at(std::span<const uint8_t> bytes, size_t offset) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof(value));
  return value;
}

uint64_t long_at(std::span<const uint8_t> bytes, size_t offset) {
  return word_at(bytes, offset) | static_cast<uint64_t>(word_at(bytes, offset + 4)) << 32;
}

// A unit's strings without those of all others: a package has one table of them, and each offset is changed to the new place.
bool gather_strings(std::vector<uint8_t> &offsets, size_t header, std::span<const uint8_t> strings,
                    std::vector<uint8_t> &gathered) {
  std::unordered_map<uint32_t, uint32_t> places;
  for (size_t at = header; at + 4 <= offsets.size(); at += 4) {
    const uint32_t offset = word_at(offsets, at);
    const auto [place, is_new] = places.try_emplace(offset, static_cast<uint32_t>(gathered.size()));
    if (is_new) {
      if (offset >= strings.size()) return false;
      const auto *start = strings.data() + offset;
      const void *end = std::memchr(start, 0, strings.size() - offset);
      if (end == nullptr) return false;
      gathered.insert(gathered.end(), start, static_cast<const uint8_t *>(end) + 1);
    }
    std::memcpy(offsets.data() + at, &place->second, 4);
  }
  return true;
}

}  // namespace

SplitPackage::SplitPackage(const std::string &path) : file_(path, Contents::debug_information) {
  read_index(contents(".debug_cu_index"));
}

SplitPackage::Bytes SplitPackage::contents(const std::string &name) {
  const auto [known, is_new] = contents_.try_emplace(name);
  if (!is_new) return known->second;
  const Section *section = file_.section(name);
  if (section == nullptr) return {};
  if ((section->header.sh_flags & SHF_COMPRESSED) != 0 && elf_compress(section->handle, 0, 0) < 0) return {};
  const Elf_Data *data = elf_rawdata(section->handle, nullptr);
  if (data != nullptr && data->d_buf != nullptr) known->second = {static_cast<const uint8_t *>(data->d_buf), data->d_size};
  return known->second;
}

void SplitPackage::read_index(Bytes index) {
  const auto damaged = [&] {
    return std::runtime_error(file_.path() + ": the index of the package is missing or damaged");
  };
  if (index.size() < index_header) throw damaged();
  // Version 5 has two bytes, and two that are zero.
  version_ = word_at(index, 0);
  const uint64_t columns = word_at(index, 4);
  row_count_ = word_at(index, 8);
  const uint64_t slots = word_at(index, 12);
  if ((version_ != 2 && version_ != 5) || columns > 16) throw damaged();
  const uint64_t size = index_header + slots * 12 + columns * 4 + row_count_ * columns * 8;
  if (size > index.size()) throw damaged();
  for (uint64_t slot = 0; slot < slots; ++slot) {
    const uint32_t row = word_at(index, index_header + slots * 8 + slot * 4);
    if (row != 0 && row <= row_count_) rows_.emplace(long_at(index, index_header + slot * 8), row - 1);
  }
  const size_t titles = index_header + slots * 12;
  for (uint64_t column = 0; column < columns; ++column) {
    const uint32_t number = word_at(index, titles + column * 4);
    const char *name = section_name(number, version_);
    columns_.push_back({number, name == nullptr ? "" : name});
  }
  table_ = index.subspan(titles + columns * 4);
}

std::optional<SplitPackage::Bytes> SplitPackage::part(uint32_t row, size_t column) {
  const size_t cell = static_cast<size_t>(row) * columns_.size() + column;
  const uint64_t offset = word_at(table_, cell * 4);
  const uint64_t size = word_at(table_, (static_cast<size_t>(row_count_) * columns_.size() + cell) * 4);
  const Bytes all = contents(columns_[column].name);
  if (offset + size > all.size()) return std::nullopt;
  return all.subspan(offset, size);
}

std::vector<uint8_t> SplitPackage::unit_file(uint64_t unit_id) {
  const auto row = rows_.find(unit_id);
  if (row == rows_.end()) return {};
  std::vector<ImageSection> sections;
  std::vector<uint8_t> offsets;
  std::vector<uint8_t> strings;
  for (size_t column = 0; column < columns_.size(); ++column) {
    if (columns_[column].name.empty()) continue;
    const auto bytes = part(row->second, column);
    if (!bytes) return {};
    if (columns_[column].section != section_str_offsets) {
      sections.push_back({columns_[column].name, *bytes});
      continue;
    }
    // Length, version and padding. Offsets of eight bytes (DWARF 64) occur in units beyond 4 GiB only.
    const size_t header = version_ == 5 ? 8 : 0;
    offsets.assign(bytes->begin(), bytes->end());
    if (offsets.size() < header || (header > 0 && word_at(offsets, 0) == UINT32_MAX)) return {};
    if (!gather_strings(offsets, header, contents(".debug_str.dwo"), strings)) return {};
  }
  sections.push_back({".debug_str_offsets.dwo", offsets});
  sections.push_back({".debug_str.dwo", strings});
  return elf_image(sections);
}

std::unique_ptr<SplitPackage> find_split_package(const std::string &program, const std::string &debug_file,
                                                 std::string &problem) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<std::string> places{program, fs::weakly_canonical(program, ignored).string()};
  if (!debug_file.empty()) {
    places.push_back(debug_file);
    constexpr std::string_view suffix = ".debug";
    if (debug_file.ends_with(suffix)) places.push_back(debug_file.substr(0, debug_file.size() - suffix.size()));
  }
  for (const std::string &place : places) {
    const std::string path = place + ".dwp";
    if (!fs::exists(path, ignored)) continue;
    try {
      return std::make_unique<SplitPackage>(path);
    } catch (const std::runtime_error &error) {
      problem = error.what();
    }
  }
  return nullptr;
}

}  // namespace hagstone::symbols
