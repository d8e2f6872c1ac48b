// SPDX-License-Identifier: MIT
#include "processor_needs.h"

#include <Zydis/Zydis.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "calls/taken_addresses.h"
#include "elf/function_starts.h"
#include "loops/relative_relocations.h"

namespace hagstone::symbols {
namespace {

constexpr size_t most_names = 8;
// Beyond this a "function" is a guess over data.
constexpr uint64_t largest_function = 4 << 20;
constexpr uint8_t opcode_cpuid = 0xa2;

// The processor features that one function's instructions need, and its jumps.
struct FunctionNeeds {
  uint64_t high = 0;
  bool avx512 = false;
  bool cpuid = false;
  std::vector<uint64_t> jumps;  // direct, out of the function
};

// In every static program the C library's start-up asks the processor for its own purposes: that does not say that the
// program's own code is chosen by it. The compiler's support library is only there where the program asks by it.
bool asks_for_the_library(std::string_view function) {
  for (const std::string_view part :
       {"__libc_start_main", "__libc_init", "init_cpu_features", "init_cacheinfo", "update_active", "get_common_cache_info",
        "get_common_indices", "get_extended_indices", "get_available_features", "intel_check_word", "handle_intel",
        "handle_amd", "handle_zhaoxin", "_dl_relocate_static_pie", "_dl_non_dynamic_init", "__x86_"}) {
    if (function.find(part) != std::string_view::npos) return true;
  }
  return false;
}

// Chosen by the processor without a resolver: the dynamic linker's trampolines, and the vector functions that only
// AVX-512 code calls (x86-64 vector function ABI).
bool is_chosen_by_name(std::string_view function) {
  return function.starts_with("_dl_runtime_") || function.starts_with("_dl_tlsdesc_") || function.starts_with("_ZGVe");
}

class NeedsFinder {
 public:
  explicit NeedsFinder(ModuleSymbols &module) : module_(module), relocations_(module.image()) {
    ZydisDecoderInit(&decoder_, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  }

  ProcessorNeeds find() {
    ProcessorNeeds needs;
    for (const uint64_t start : function_starts(module_)) scan(start);
    if (std::none_of(functions_.begin(), functions_.end(), [](const auto &each) { return each.second.avx512; }))
      return needs;
    const std::set<uint64_t> selected = selected_functions();
    const bool is_static = !module_.image().program_header(PT_INTERP).has_value();
    for (const auto &[low, function] : functions_) {
      const bool named = function.avx512 || function.cpuid;
      const auto known = named ? module_.function_at(low) : std::nullopt;
      const std::string name = known ? known->name : std::string();
      if (function.cpuid && !(is_static && asks_for_the_library(name))) needs.asks_processor = true;
      if (!function.avx512) continue;
      if (selected.contains(low) || is_chosen_by_name(name)) {
        ++needs.selected_count;
      } else {
        ++needs.avx512_count;
        if (needs.avx512.size() < most_names) needs.avx512.push_back(name);
      }
    }
    return needs;
  }

 private:
  void scan(uint64_t low) {
    // Aliases and labels inside scanned code.
    if (!functions_.empty() && low < functions_.rbegin()->second.high) return;
    const std::optional<AddressRange> described = module_.unwind_tables().range_at(low);
    const Symbol *symbol = module_.symbols().function_at(low);
    const uint64_t high = std::max(described ? described->second : 0, symbol != nullptr ? symbol->high : 0);
    if (high <= low || high - low > largest_function) return;
    FunctionNeeds &function = functions_[low];
    function.high = high;
    const std::vector<uint8_t> bytes = module_.image().read(low, high - low);
    for (size_t offset = 0; offset < bytes.size();) {
      ZydisDecodedInstruction instruction;
      if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder_, nullptr, bytes.data() + offset, bytes.size() - offset,
                                                      &instruction))) {
        ++offset;
        continue;
      }
      offset += instruction.length;
      if (instruction.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX) function.avx512 = true;
      if (instruction.opcode_map == ZYDIS_OPCODE_MAP_0F && instruction.opcode == opcode_cpuid &&
          instruction.encoding == ZYDIS_INSTRUCTION_ENCODING_LEGACY)
        function.cpuid = true;
      const bool jumps = instruction.meta.category == ZYDIS_CATEGORY_COND_BR ||
                         instruction.meta.category == ZYDIS_CATEGORY_UNCOND_BR;
      if (!jumps || !instruction.raw.imm[0].is_relative) continue;
      const uint64_t target = low + offset + static_cast<uint64_t>(instruction.raw.imm[0].value.s);
      if (target < low || target >= high) function.jumps.push_back(target);
    }
  }

  // Starts of the functions that resolvers name, and of their jump targets: parts of the same functions, or tails.
  std::set<uint64_t> selected_functions() {
    std::set<uint64_t> selected;
    std::vector<uint64_t> open;
    for (const uint64_t resolver : resolvers()) {
      for (const uint64_t address : addresses_in(resolver)) open.push_back(address);
    }
    while (!open.empty()) {
      const auto function = function_around(open.back());
      open.pop_back();
      if (function == functions_.end() || !selected.insert(function->first).second) continue;
      open.insert(open.end(), function->second.jumps.begin(), function->second.jumps.end());
    }
    return selected;
  }

  std::map<uint64_t, FunctionNeeds>::const_iterator function_around(uint64_t address) const {
    const auto after = functions_.upper_bound(address);
    if (after == functions_.begin() || address >= std::prev(after)->second.high) return functions_.end();
    return std::prev(after);
  }

  // First addresses of the functions that the dynamic linker asks which implementation it shall take.
  std::set<uint64_t> resolvers() const {
    std::set<uint64_t> found;
    for (const Section &section : module_.image().sections()) {
      Elf_Data *data = nullptr;
      const bool symbols = section.header.sh_type == SHT_SYMTAB || section.header.sh_type == SHT_DYNSYM;
      const bool relocations = section.header.sh_type == SHT_RELA;
      const size_t size = symbols ? sizeof(Elf64_Sym) : sizeof(Elf64_Rela);
      if ((!symbols && !relocations) || section.header.sh_entsize != size ||
          (data = elf_getdata(section.handle, nullptr)) == nullptr)
        continue;
      const int count = static_cast<int>(std::min<size_t>(data->d_size / size, std::numeric_limits<int>::max()));
      for (int i = 0; i < count; ++i) {
        GElf_Sym symbol;
        GElf_Rela relocation;
        if (symbols && gelf_getsym(data, i, &symbol) != nullptr && GELF_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC &&
            symbol.st_shndx != SHN_UNDEF)
          found.insert(symbol.st_value);
        if (relocations && gelf_getrela(data, i, &relocation) != nullptr &&
            GELF_R_TYPE(relocation.r_info) == R_X86_64_IRELATIVE)
          found.insert(static_cast<uint64_t>(relocation.r_addend));
      }
    }
    return found;
  }

  std::vector<uint64_t> addresses_in(uint64_t low) {
    const auto function = function_around(low);
    return function == functions_.end()
               ? std::vector<uint64_t>()
               : taken_addresses(module_.image(), relocations_, {function->first, function->second.high});
  }

  ModuleSymbols &module_;
  RelativeRelocations relocations_;
  ZydisDecoder decoder_;
  std::map<uint64_t, FunctionNeeds> functions_;
};

}  // namespace

ProcessorNeeds processor_needs(ModuleSymbols &module) { return NeedsFinder(module).find(); }

}  // namespace hagstone::symbols
