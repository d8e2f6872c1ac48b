// SPDX-License-Identifier: MIT
#include "function_symbols.h"

#include "elf_file.h"
#include "unwind/tables/frame_description.h"
#include "mapped_memory.h"
#include "sort.h"

namespace hagstone {
namespace {

constexpr uint64_t most_symbols = 1 << 20;
constexpr size_t piece = 1024;  // symbols read at once
constexpr uint64_t longest_unsized = 4096;

bool starts_before(const FunctionEntry &one, const FunctionEntry &other) {
  return one.start < other.start || (one.start == other.start && one.end > other.end);
}

// Starts of functions with call frame information, at the granularity of function alignment. Most symbols are theirs,
// and come in the order of a hash table.
class DescribedStarts {
 public:
  explicit DescribedStarts(const Module &module)
      : start_(module.start), bytes_((module.end - module.start) / granule / 8 + 1) {
    bits_ = bytes_ <= most_bytes ? static_cast<uint8_t *>(map_memory(bytes_)) : nullptr;
    for (size_t i = 0; bits_ && i < module.frames.entry_count; i++) {
      const uint64_t place =
          place_of(module.frames.base + static_cast<uint64_t>(int64_t{module.frames.entries[i].function}));
      if (place / 8 < bytes_) bits_[place / 8] = static_cast<uint8_t>(bits_[place / 8] | 1u << place % 8);
    }
  }
  ~DescribedStarts() {
    if (bits_) unmap_memory(bits_, bytes_);
  }
  DescribedStarts(const DescribedStarts &) = delete;
  DescribedStarts &operator=(const DescribedStarts &) = delete;

  bool has(uint64_t address) const {
    const uint64_t place = place_of(address);
    return bits_ && place / 8 < bytes_ && (bits_[place / 8] >> place % 8 & 1);
  }

 private:
  static constexpr uint64_t granule = 16;
  static constexpr size_t most_bytes = 64 << 20;

  uint64_t place_of(uint64_t address) const { return (address - start_) / granule; }

  const uint64_t start_;
  const size_t bytes_;
  uint8_t *bits_;
};

class SymbolReader {
 public:
  explicit SymbolReader(const Module &module) : module_(module), file_(module.path), described_(module) {}

  FunctionTable run() {
    Elf64_Shdr symbols;
    if (module_.path[0] != '/' || !find_table(symbols)) return {};
    const uint64_t count = symbols.sh_size / sizeof(Elf64_Sym);
    const size_t bytes = (count < most_symbols ? count : most_symbols) * sizeof(FunctionEntry);
    entries_ = static_cast<FunctionEntry *>(map_memory(bytes));
    if (!entries_) return {};
    read_symbols(symbols.sh_offset, bytes / sizeof(FunctionEntry));
    sort_in_place(entries_, count_, starts_before);
    drop_aliases();
    for (size_t i = 0; i < count_; i++) bound(i);
    if (count_ == 0) {
      unmap_memory(entries_, bytes);
      return {};
    }
    return {entries_, count_, module_.start, shrink_memory(entries_, bytes, count_ * sizeof(FunctionEntry))};
  }

 private:
  bool find_table(Elf64_Shdr &symbols) const {
    bool found = false;
    for (unsigned i = 0; i < file_.section_count(); i++) {
      Elf64_Shdr section;
      if (!file_.section(i, section)) return false;
      const bool whole = section.sh_type == SHT_SYMTAB;
      if ((!whole && section.sh_type != SHT_DYNSYM) || section.sh_entsize != sizeof(Elf64_Sym) || section.sh_size == 0)
        continue;
      symbols = section;
      found = true;
      if (whole) break;
    }
    return found;
  }

  void read_symbols(uint64_t offset, size_t count) {
    constexpr size_t buffer_bytes = piece * sizeof(Elf64_Sym);
    auto *symbols = static_cast<Elf64_Sym *>(map_memory(buffer_bytes));
    for (size_t at = 0; symbols && at < count; at += piece) {
      const size_t now = count - at < piece ? count - at : piece;
      if (!file_.read(offset + at * sizeof symbols[0], symbols, now * sizeof symbols[0])) break;
      for (size_t i = 0; i < now; i++) add(symbols[i]);
    }
    if (symbols) unmap_memory(symbols, buffer_bytes);
  }

  // Assembly often does not declare the kind of its symbols; labels inside functions are local.
  static bool may_be_function(const Elf64_Sym &symbol) {
    if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx == SHN_ABS) return false;
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC || (type == STT_NOTYPE && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL);
  }

  void add(const Elf64_Sym &symbol) {
    const uint64_t address = module_.bias + symbol.st_value;
    if (!may_be_function(symbol) || !module_.executes(address) || is_described(address)) return;
    const uint64_t start = address - module_.start, end = start + symbol.st_size;
    if (end < start || end > UINT32_MAX) return;
    entries_[count_++] = {static_cast<uint32_t>(start), static_cast<uint32_t>(end)};
  }

  bool is_described(uint64_t address) const {
    if (described_.has(address)) return true;
    const uint64_t at = find_frame_description(module_.frames, address);
    FrameDescription description;
    return at != 0 && read_frame_description(module_.frames.frames, at, description) &&
           address >= description.function_start && address < description.function_end;
  }

  void drop_aliases() {
    size_t kept = 0;
    for (size_t i = 0; i < count_; i++)
      if (kept == 0 || entries_[i].start != entries_[kept - 1].start) entries_[kept++] = entries_[i];
    count_ = kept;
  }

  // A symbol without a size ends where another begins, or where other code without a symbol may.
  void bound(size_t i) {
    FunctionEntry &entry = entries_[i];
    const uint64_t address = module_.start + entry.start;
    uint64_t end = entry.end > entry.start ? module_.start + entry.end : address + longest_unsized;
    if (i + 1 < count_ && module_.start + entries_[i + 1].start < end) end = module_.start + entries_[i + 1].start;
    const uint64_t described = next_described_function(module_.frames, address);
    if (described != 0 && described < end) end = described;
    for (unsigned k = 0; k < module_.executable_count; k++)
      if (module_.executable[k].contains(address) && module_.executable[k].end < end) end = module_.executable[k].end;
    const uint64_t offset = end - module_.start;
    entry.end = offset < UINT32_MAX ? static_cast<uint32_t>(offset) : UINT32_MAX;
  }

  const Module &module_;
  const ElfFile file_;
  const DescribedStarts described_;
  FunctionEntry *entries_ = nullptr;
  size_t count_ = 0;
};

}  // namespace

FunctionTable read_function_symbols(const Module &module) { return SymbolReader(module).run(); }

void release_functions(const FunctionTable &functions) {
  if (functions.mapped_bytes != 0) unmap_memory(const_cast<FunctionEntry *>(functions.entries), functions.mapped_bytes);
}

// Number of the table's functions that start at or before `address`.
static size_t count_up_to(const FunctionTable &functions, uint64_t address) {
  const uint64_t offset = address - functions.base;
  size_t low = 0, high = functions.count;  // entries before low start at or before, entries from high on after
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (functions.entries[middle].start <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool find_function(const FunctionTable &functions, uint64_t address, AddressRange &function) {
  const size_t count = count_up_to(functions, address);
  if (count == 0) return false;
  const FunctionEntry &entry = functions.entries[count - 1];
  function = {functions.base + entry.start, functions.base + entry.end};
  return function.contains(address);
}

uint64_t function_behind(const FunctionTable &functions, uint64_t address) {
  const size_t count = count_up_to(functions, address);
  return count == functions.count ? 0 : functions.base + functions.entries[count].start;
}

}  // namespace hagstone
