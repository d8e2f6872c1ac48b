// SPDX-License-Identifier: MIT
#include "symbol_table.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace hagstone::symbols {
namespace {

std::string without_version(const char *name) {
  const char *at = std::strchr(name, '@');
  return at == nullptr || at == name ? std::string(name) : std::string(name, at);
}

// Global before weak before local; a typed symbol before an untyped label; fewer leading underscores first
// (`memcpy`, not `__memcpy_alias`).
uint32_t rank_of(const GElf_Sym &entry, const char *name) {
  const unsigned binding = GELF_ST_BIND(entry.st_info);
  const uint32_t typed = GELF_ST_TYPE(entry.st_info) == STT_NOTYPE ? 0 : 1;
  const uint32_t scope = binding == STB_GLOBAL ? 2 : binding == STB_LOCAL ? 0 : 1;
  const auto underscores = static_cast<uint32_t>(std::min<size_t>(std::strspn(name, "_"), 15));
  return typed << 16 | (entry.st_size > 0 ? 1u : 0u) << 12 | scope << 8 | (15 - underscores);
}

}  // namespace

void SymbolTable::add(const GElf_Sym &entry, const char *name, const ElfFile &image) {
  if (name == nullptr || *name == '\0' || entry.st_shndx == SHN_UNDEF || entry.st_shndx == SHN_ABS) return;
  if (entry.st_value > std::numeric_limits<uint64_t>::max() - entry.st_size) return;
  const unsigned type = GELF_ST_TYPE(entry.st_info);
  const bool code = image.is_executable(entry.st_value);
  if (code && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE)) {
    function_candidates_.push_back(
        {{entry.st_value, entry.st_value + entry.st_size, without_version(name), entry.st_size > 0}, rank_of(entry, name)});
  } else if (type == STT_OBJECT && entry.st_size > 0) {
    object_candidates_.push_back(
        {{entry.st_value, entry.st_value + entry.st_size, without_version(name), true}, rank_of(entry, name)});
  }
}

size_t SymbolTable::add_sections(const ElfFile &file, const ElfFile &image) {
  const size_t before = function_candidates_.size() + object_candidates_.size();
  for (const Section &section : file.sections()) {
    if (section.header.sh_type != SHT_SYMTAB && section.header.sh_type != SHT_DYNSYM) continue;
    Elf_Data *data = elf_getdata(section.handle, nullptr);
    if (data == nullptr || section.header.sh_entsize != sizeof(Elf64_Sym)) continue;
    const size_t count = std::min<size_t>(data->d_size / sizeof(Elf64_Sym), std::numeric_limits<int>::max());
    for (size_t i = 1; i < count; ++i) {
      GElf_Sym entry;
      if (gelf_getsym(data, static_cast<int>(i), &entry) == nullptr) break;
      add(entry, elf_strptr(file.handle(), section.header.sh_link, entry.st_name), image);
    }
  }
  return function_candidates_.size() + object_candidates_.size() - before;
}

void SymbolTable::add_function(uint64_t low, uint64_t high, std::string name) {
  function_candidates_.push_back({{low, high, std::move(name), low < high}, 0});
}

void SymbolTable::settle(std::vector<Candidate> &candidates, const ElfFile *code, std::vector<Symbol> &symbols,
                         RangeMap &ranges) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
    if (a.symbol.low != b.symbol.low) return a.symbol.low < b.symbol.low;
    if (a.rank != b.rank) return a.rank > b.rank;
    return a.symbol.name < b.symbol.name;
  });
  if (code != nullptr) {
    uint64_t current = std::numeric_limits<uint64_t>::max();
    uint64_t next = current;  // the lowest address above `current` that has a symbol
    for (auto candidate = candidates.rbegin(); candidate != candidates.rend(); ++candidate) {
      Symbol &symbol = candidate->symbol;
      if (symbol.low != current) next = std::exchange(current, symbol.low);
      if (!symbol.has_size) symbol.high = std::min(code->executable_end(symbol.low), next);
    }
  }
  // Depth distinguishes sized symbols from guessed extents; of aliases only the best name stays.
  for (Candidate &candidate : candidates) {
    const bool alias = !symbols.empty() && symbols.back().low == candidate.symbol.low &&
                       symbols.back().has_size >= candidate.symbol.has_size;
    if (alias) {
      if (code != nullptr && candidate.symbol.has_size)
        aliases_.emplace_back(candidate.symbol.low, std::move(candidate.symbol.name));
      continue;
    }
    ranges.add(candidate.symbol.low, candidate.symbol.high, candidate.symbol.has_size ? 1 : 0,
               static_cast<uint32_t>(symbols.size()));
    symbols.push_back(std::move(candidate.symbol));
  }
  candidates = {};
  ranges.build();
}

void SymbolTable::build(const ElfFile &image) {
  settle(function_candidates_, &image, functions_, function_ranges_);
  settle(object_candidates_, nullptr, objects_, object_ranges_);
}

std::vector<const Symbol *> SymbolTable::objects_in(uint64_t low, uint64_t high) const {
  std::vector<const Symbol *> found;
  if (const Symbol *first = object_at(low)) found.push_back(first);
  auto next = std::upper_bound(objects_.begin(), objects_.end(), low,
                               [](uint64_t wanted, const Symbol &symbol) { return wanted < symbol.low; });
  for (; next != objects_.end() && next->low < high; ++next) found.push_back(&*next);
  return found;
}

std::vector<std::string> SymbolTable::names_at(uint64_t low) const {
  const auto before = [](const std::pair<uint64_t, std::string> &alias, uint64_t wanted) { return alias.first < wanted; };
  auto alias = std::lower_bound(aliases_.begin(), aliases_.end(), low, before);
  std::vector<std::string> names;
  for (; alias != aliases_.end() && alias->first == low; ++alias) names.push_back(alias->second);
  if (names.empty()) return names;
  if (const Symbol *symbol = function_at(low); symbol != nullptr && symbol->low == low) names.push_back(symbol->name);
  return names;
}

const Symbol *SymbolTable::at(const std::vector<Symbol> &symbols, const RangeMap &ranges, uint64_t address) {
  const auto found = ranges.find(address);
  return found ? &symbols[*found] : nullptr;
}

}  // namespace hagstone::symbols
