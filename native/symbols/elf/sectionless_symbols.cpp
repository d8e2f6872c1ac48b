// SPDX-License-Identifier: MIT
// Symbols of files that have no usable section headers or symbol sections of their own: dumped images (the vDSO)
// and MiniDebugInfo.
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <unordered_map>

#include "symbol_table.h"

namespace hagstone::symbols {
namespace {

// Damaged tables could claim any number of symbols.
constexpr uint64_t max_dynamic_symbols = 10'000'000;

template <typename Value>
std::optional<Value> read_value(const ElfFile &image, uint64_t address) {
  const std::vector<uint8_t> bytes = image.read(address, sizeof(Value));
  if (bytes.size() != sizeof(Value)) return std::nullopt;
  Value value;
  std::memcpy(&value, bytes.data(), sizeof(Value));
  return value;
}

std::unordered_map<int64_t, uint64_t> read_dynamic_entries(const ElfFile &image) {
  std::unordered_map<int64_t, uint64_t> entries;
  const auto header = image.program_header(PT_DYNAMIC);
  if (!header) return entries;
  const std::vector<uint8_t> bytes = image.read(header->p_vaddr, header->p_filesz);
  for (size_t offset = 0; offset + sizeof(Elf64_Dyn) <= bytes.size(); offset += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    std::memcpy(&entry, bytes.data() + offset, sizeof(entry));
    if (entry.d_tag == DT_NULL) break;
    entries.try_emplace(entry.d_tag, entry.d_un.d_val);
  }
  return entries;
}

// DT_GNU_HASH tells the number of symbols only through its longest chain.
uint64_t count_from_gnu_hash(const ElfFile &image, uint64_t table) {
  const auto bucket_count = read_value<uint32_t>(image, table);
  const auto first_symbol = read_value<uint32_t>(image, table + 4);
  const auto bloom_words = read_value<uint32_t>(image, table + 8);
  if (!bucket_count || !first_symbol || !bloom_words) return 0;
  const uint64_t buckets = table + 16 + uint64_t{*bloom_words} * 8;
  const std::vector<uint8_t> bytes = image.read(buckets, uint64_t{*bucket_count} * 4);
  uint32_t last = 0;
  for (size_t offset = 0; offset + 4 <= bytes.size(); offset += 4) {
    uint32_t bucket;
    std::memcpy(&bucket, bytes.data() + offset, 4);
    last = std::max(last, bucket);
  }
  if (last < *first_symbol) return *first_symbol;
  const uint64_t chains = buckets + uint64_t{*bucket_count} * 4;
  for (uint64_t number = last; number < max_dynamic_symbols; ++number) {
    const auto hash = read_value<uint32_t>(image, chains + (number - *first_symbol) * 4);
    if (!hash) return number;
    if ((*hash & 1) != 0) return number + 1;
  }
  return max_dynamic_symbols;
}

uint64_t count_dynamic_symbols(const ElfFile &image, const std::unordered_map<int64_t, uint64_t> &dynamic) {
  if (const auto hash = dynamic.find(DT_HASH); hash != dynamic.end()) {
    return read_value<uint32_t>(image, hash->second + 4).value_or(0);
  }
  const auto hash = dynamic.find(DT_GNU_HASH);
  return hash == dynamic.end() ? 0 : count_from_gnu_hash(image, hash->second);
}

}  // namespace

size_t SymbolTable::add_dynamic_segment(const ElfFile &image) {
  const auto dynamic = read_dynamic_entries(image);
  const auto symbol_table = dynamic.find(DT_SYMTAB);
  const auto string_table = dynamic.find(DT_STRTAB);
  const auto string_size = dynamic.find(DT_STRSZ);
  if (symbol_table == dynamic.end() || string_table == dynamic.end() || string_size == dynamic.end()) return 0;
  const uint64_t count = std::min(count_dynamic_symbols(image, dynamic), max_dynamic_symbols);
  const std::vector<uint8_t> entries = image.read(symbol_table->second, count * sizeof(Elf64_Sym));
  std::vector<uint8_t> names = image.read(string_table->second, string_size->second);
  names.push_back(0);
  const size_t before = function_candidates_.size() + object_candidates_.size();
  for (size_t offset = sizeof(Elf64_Sym); offset + sizeof(Elf64_Sym) <= entries.size(); offset += sizeof(Elf64_Sym)) {
    GElf_Sym entry;
    std::memcpy(&entry, entries.data() + offset, sizeof(entry));
    if (entry.st_name < names.size()) add(entry, reinterpret_cast<const char *>(names.data()) + entry.st_name, image);
  }
  return function_candidates_.size() + object_candidates_.size() - before;
}

size_t SymbolTable::add_mini_debug_info(const ElfFile &image) {
  if (!image.has_contents(".gnu_debugdata")) return 0;
  // libdwfl unpacks the section; it must not go looking for other files.
  static const Dwfl_Callbacks callbacks = {
      .find_elf = [](Dwfl_Module *, void **, const char *, Dwarf_Addr, char **, Elf **) { return -1; },
      .find_debuginfo = [](Dwfl_Module *, void **, const char *, Dwarf_Addr, const char *, const char *, GElf_Word,
                           char **) { return -1; },
      .section_address = nullptr,
      .debuginfo_path = nullptr};
  const std::unique_ptr<Dwfl, decltype(&dwfl_end)> session(dwfl_begin(&callbacks), &dwfl_end);
  if (session == nullptr) return 0;
  const int descriptor = ::dup(image.descriptor());
  if (descriptor < 0) return 0;
  dwfl_report_begin(session.get());
  // On success the session owns the descriptor.
  Dwfl_Module *module = dwfl_report_elf(session.get(), image.path().c_str(), image.path().c_str(), descriptor, 0, true);
  if (module == nullptr) ::close(descriptor);
  dwfl_report_end(session.get(), nullptr, nullptr);
  const int count = module == nullptr ? 0 : dwfl_module_getsymtab(module);
  const size_t before = function_candidates_.size() + object_candidates_.size();
  for (int i = 1; i < count; ++i) {
    GElf_Sym entry;
    GElf_Addr address = 0;
    const char *name = dwfl_module_getsym_info(module, i, &entry, &address, nullptr, nullptr, nullptr);
    if (name == nullptr) continue;
    entry.st_value = address;
    add(entry, name, image);
  }
  return function_candidates_.size() + object_candidates_.size() - before;
}

}  // namespace hagstone::symbols
