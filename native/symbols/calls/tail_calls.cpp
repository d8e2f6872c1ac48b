// SPDX-License-Identifier: MIT
#include "calls/tail_calls.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <Zydis/Zydis.h>

#include "calls/taken_addresses.h"
#include "loops/jump_tables.h"

namespace hagstone::symbols {
namespace {

constexpr uint64_t largest_function = 1 << 20;
// Limits for all functions of a module together.
constexpr uint64_t most_bytes = 256 << 20;
constexpr uint64_t largest_resolver = 1 << 14;
// A function with more parts occurs in damaged files only.
constexpr size_t most_parts = 16;
// Jumps to one function from elsewhere: of more the callers are not unique anyway.
constexpr size_t most_places = 1000;
constexpr std::string_view stub_suffix = "@plt";
constexpr size_t near_call_length = 5;
constexpr size_t slot_call_length = 6;
// With a prefix for registers, a scaled index, and a displacement.
constexpr size_t longest_indirect_call = 8;

uint64_t relative(uint64_t next, const uint8_t *displacement) {
  int32_t value = 0;
  std::memcpy(&value, displacement, sizeof(value));
  return next + static_cast<uint64_t>(int64_t{value});
}

// "f" of the part "f.cold" or "f.cold.3" of a function; empty for other names.
std::string_view without_cold_part(std::string_view name) {
  constexpr std::string_view note = ".cold";
  const size_t start = name.rfind(note);
  if (start == std::string_view::npos || start == 0) return {};
  const std::string_view rest = name.substr(start + note.size());
  return rest.empty() || (rest.front() == '.' && rest.find_first_not_of(".0123456789") == std::string_view::npos)
             ? name.substr(0, start)
             : std::string_view();
}

}  // namespace

TailCalls::TailCalls(ModuleSymbols &module)
    : module_(module), relocations_(module.image()), references_(module.image()), stack_depth_(module.image()) {}

std::optional<uint64_t> TailCalls::entry_of(uint64_t address) {
  const Symbol *symbol = module_.symbols().function_at(address);
  if (symbol != nullptr && symbol->has_size) {
    const std::string_view whole = without_cold_part(symbol->name);
    if (whole.empty()) return symbol->low;
    if (const auto named = address_named(whole)) return named;
  }
  const std::vector<AddressRange> described = module_.function_ranges(address);
  if (!described.empty()) return described.front().first;
  const auto unwound = module_.unwind_tables().range_at(address);
  if (symbol != nullptr && (!unwound || symbol->low >= unwound->first)) return symbol->low;
  return unwound ? std::optional(unwound->first) : std::nullopt;
}

std::optional<AddressRange> TailCalls::range_of(uint64_t address) {
  const auto function = module_.function_at(address);
  return function ? std::optional(AddressRange(function->low, function->high)) : std::nullopt;
}

bool TailCalls::is_start(uint64_t address) {
  const Symbol *symbol = module_.symbols().function_at(address);
  if (symbol != nullptr && symbol->low == address) return true;
  const auto range = range_of(address);
  if (range && range->first == address) return true;
  const auto unwound = module_.unwind_tables().range_at(address);
  return unwound && unwound->first == address;
}

CodeTarget TailCalls::resolve(uint64_t target) {
  const Symbol *symbol = module_.symbols().function_at(target);
  if (symbol != nullptr && symbol->name.ends_with(stub_suffix))
    return {0, symbol->name.substr(0, symbol->name.size() - stub_suffix.size())};
  return {target, {}};
}

std::optional<CodeTarget> TailCalls::in_slot(uint64_t slot) {
  if (!slots_) slots_ = read_dynamic_slots(module_.image());
  if (const auto named = slots_->names.find(slot); named != slots_->names.end()) return CodeTarget{0, named->second};
  const auto value = relocations_.value_at(slot);
  return value && is_start(*value) ? std::optional(resolve(*value)) : std::nullopt;
}

std::optional<uint64_t> TailCalls::address_named(std::string_view name) {
  if (!names_) {
    names_.emplace();
    module_.symbols().each_function_name([this](const std::string &each, uint64_t low) {
      const auto [known, is_new] = names_->try_emplace(each, low);
      if (!is_new && known->second != low) known->second = 0;
    });
  }
  const auto found = names_->find(name);
  return found == names_->end() || found->second == 0 ? std::nullopt : std::optional(found->second);
}

std::optional<CodeTarget> TailCalls::by_debug_information(uint64_t return_address) {
  UnitIndex *unit = return_address == 0 ? nullptr : module_.unit_at(return_address - 1);
  auto called = unit == nullptr ? std::nullopt : unit->called_function(return_address);
  if (!called) return std::nullopt;
  const std::vector<AddressRange> ranges = code_ranges(*called, module_.image());
  if (!ranges.empty()) return CodeTarget{ranges.front().first, {}};
  const std::string &name = module_.strings().text(module_.called_function(return_address).linkage_name);
  if (name.empty()) return std::nullopt;
  const auto own = address_named(name);
  return own ? CodeTarget{*own, {}} : CodeTarget{0, name};
}

std::optional<CodeTarget> TailCalls::call_target(uint64_t return_address) {
  if (return_address < slot_call_length) return std::nullopt;
  const std::vector<uint8_t> bytes = module_.image().read(return_address - slot_call_length, slot_call_length);
  if (bytes.size() == slot_call_length) {
    const uint8_t *near_call = bytes.data() + slot_call_length - near_call_length;
    if (near_call[0] == 0xe8) {
      // Bytes of a longer indirect call can look like one.
      const uint64_t target = relative(return_address, near_call + 1);
      if (is_start(target)) return resolve(target);
    }
    if (bytes[0] == 0xff && bytes[1] == 0x15) {
      if (const auto target = in_slot(relative(return_address, bytes.data() + 2))) return target;
    }
  }
  return by_debug_information(return_address);
}

bool TailCalls::is_indirect_call(uint64_t return_address) {
  if (return_address < longest_indirect_call) return false;
  const std::vector<uint8_t> bytes = module_.image().read(return_address - longest_indirect_call, longest_indirect_call);
  if (bytes.size() != longest_indirect_call) return false;
  const uint8_t *near_call = bytes.data() + longest_indirect_call - near_call_length;
  if (near_call[0] == 0xe8 && module_.image().is_executable(relative(return_address, near_call + 1))) return false;
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  for (size_t length = 2; length <= longest_indirect_call; ++length) {
    ZydisDecodedInstruction instruction;
    ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
    const uint8_t *start = bytes.data() + longest_indirect_call - length;
    if (ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, start, length, &instruction, operands)) &&
        instruction.length == length && instruction.mnemonic == ZYDIS_MNEMONIC_CALL &&
        operands[0].type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
      return true;
  }
  return false;
}

std::optional<std::vector<uint64_t>> TailCalls::jumped_to_from(uint64_t entry) {
  const auto range = range_of(entry);
  if (!range || range->first != entry) return std::nullopt;
  std::vector<uint64_t> places = references_.jumps_into(*range);
  // A function can end by running on into the next one.
  places.push_back(entry - 1);
  if (places.size() > most_places) return std::nullopt;
  std::vector<uint64_t> callers;
  for (const uint64_t place : places) {
    const auto caller = entry_of(place);
    // Code that no function is known to cover may be a jump of its own.
    if (!caller && place != entry - 1) return std::nullopt;
    // Stubs of the linkage table have padding behind their jumps.
    if (!caller || *caller == entry || !resolve(*caller).imported.empty() ||
        std::find(callers.begin(), callers.end(), *caller) != callers.end())
      continue;
    const TailJumps &exits = leaving(*caller);
    if (exits.unresolved && exits.jumps.empty()) return std::nullopt;
    if (std::any_of(exits.jumps.begin(), exits.jumps.end(),
                    [entry](const TailJump &jump) { return jump.target.address == entry; })) {
      // A part of a function that the compiler put elsewhere: whose it is would have to be found.
      if (stack_depth_.is_that_of_entry(*caller) == false) return std::nullopt;
      callers.push_back(*caller);
    }
  }
  return callers;
}

const TailJumps &TailCalls::leaving(uint64_t entry) {
  const auto known = by_entry_.find(entry);
  if (known != by_entry_.end()) return known->second;
  return by_entry_.emplace(entry, find(entry)).first->second;
}

TailJumps TailCalls::find(uint64_t entry) {
  const auto range = range_of(entry);
  std::vector<AddressRange> parts;
  if (range) parts.push_back(*range);
  while (!parts.empty()) {
    uint64_t bytes = 0;
    for (const auto &[low, high] : parts) bytes += high - low;
    if (bytes > largest_function || bytes > most_bytes - analysed_bytes_ || parts.size() > most_parts) break;
    analysed_bytes_ += bytes;
    TailJumps found;
    const std::vector<AddressRange> others = add_jumps(entry, FunctionCode(module_.image(), parts), found);
    const size_t before = parts.size();
    parts.insert(parts.end(), others.begin(), others.end());
    std::sort(parts.begin(), parts.end());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    if (parts.size() == before) return found;
  }
  return {{}, true};
}

std::vector<AddressRange> TailCalls::add_jumps(uint64_t entry, const FunctionCode &code, TailJumps &found) {
  std::vector<AddressRange> parts;
  JumpTables tables(module_.image(), relocations_, code);
  const auto leaves_to = [&](uint64_t jump, uint64_t target) {
    if (code.covering(target)) return;
    const auto callee = entry_of(target);
    const auto range = range_of(target);
    if (!callee || !range) {
      found.jumps.push_back({jump, {}});
      found.unresolved = true;
    } else if (*callee == entry || stack_depth_.is_that_of_entry(jump) == false) {
      // The frame is still there: a part of the function that the compiler put elsewhere.
      parts.push_back(*range);
    } else {
      CodeTarget resolved = resolve(target);
      if (resolved.address != 0) resolved.address = *callee;
      found.jumps.push_back({jump, std::move(resolved)});
    }
  };
  for (size_t i = 0; i < code.instructions().size(); ++i) {
    const FlowInstruction &each = code.instructions()[i];
    const uint64_t next = each.address + each.length;
    if (each.flow == Flow::jump || each.flow == Flow::branch) leaves_to(each.address, each.target);
    const bool falls_through = (each.flow == Flow::next || each.flow == Flow::branch) && code.is_last_of_range(i);
    if (falls_through && !code.covering(next) && is_start(next)) leaves_to(each.address, next);
    if (each.flow != Flow::indirect_jump) continue;
    const auto decoded = code.decode(i);
    ZyanU64 slot = 0;
    const bool through_slot =
        decoded && decoded->operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY &&
        decoded->operands[0].mem.base == ZYDIS_REGISTER_RIP &&
        ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&decoded->instruction, &decoded->operands[0], each.address, &slot));
    std::optional<CodeTarget> target = through_slot ? in_slot(slot) : std::nullopt;
    if (!target) {
      const auto inner = tables.targets(i);
      if ((inner && !inner->empty()) || stack_depth_.is_that_of_entry(each.address) == false) continue;
      target = by_debug_information(next);
    }
    found.unresolved |= !target;
    found.jumps.push_back({each.address, std::move(target).value_or(CodeTarget())});
  }
  return parts;
}

void TailCalls::read_exports() {
  exports_.emplace();
  const ElfFile &image = module_.image();
  for (const Section &section : image.sections()) {
    if (section.header.sh_type != SHT_DYNSYM || section.header.sh_entsize != sizeof(Elf64_Sym)) continue;
    Elf_Data *data = elf_getdata(section.handle, nullptr);
    if (data == nullptr) continue;
    const int count = static_cast<int>(std::min<size_t>(data->d_size / sizeof(Elf64_Sym), std::numeric_limits<int>::max()));
    exports_->reserve(exports_->size() + static_cast<size_t>(count));
    for (int i = 1; i < count; ++i) {
      GElf_Sym symbol;
      if (gelf_getsym(data, i, &symbol) == nullptr) break;
      const unsigned type = GELF_ST_TYPE(symbol.st_info);
      const bool is_code = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
      if (symbol.st_shndx == SHN_UNDEF || GELF_ST_BIND(symbol.st_info) == STB_LOCAL || !is_code ||
          !image.is_executable(symbol.st_value))
        continue;
      const char *name = elf_strptr(image.handle(), section.header.sh_link, symbol.st_name);
      if (name != nullptr && *name != '\0') exports_->emplace(name, Export{symbol.st_value, type == STT_GNU_IFUNC});
    }
  }
}

const std::vector<uint64_t> &TailCalls::exported(const std::string &name) {
  const auto [known, is_new] = exported_.try_emplace(name);
  if (!is_new) return known->second;
  if (!exports_) read_exports();
  std::vector<uint64_t> &addresses = known->second;
  const auto [first, last] = exports_->equal_range(name);
  for (auto entry = first; entry != last; ++entry) {
    const Export &each = entry->second;
    if (!each.is_indirect) {
      addresses.push_back(entry_of(each.address).value_or(each.address));
      continue;
    }
    const auto resolver = range_of(each.address);
    if (!resolver || resolver->second - resolver->first > largest_resolver) continue;
    for (const uint64_t implementation : taken_addresses(module_.image(), relocations_, *resolver)) {
      if (is_start(implementation)) addresses.push_back(entry_of(implementation).value_or(implementation));
    }
  }
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
  return addresses;
}

}  // namespace hagstone::symbols
