// SPDX-License-Identifier: MIT
#include "code/precise_instruction.h"

#include "code/control_flow.h"
#include "code/emulation/flags.h"
#include "code/instruction.h"
#include "code/emulation/machine_state.h"
#include "code/memory_access.h"

namespace hagstone {
namespace {

// Fast string operations move a cache line or more at a time and report the trap afterwards (Intel SDM vol. 3, 17.2.4).
constexpr uint64_t string_window = 256;

class TrapSearch {
 public:
  TrapSearch(const Registers &after, const AddressRange &watched, const ModuleMapSnapshot &modules,
             const MemoryReader &memory, PreviousInstructionCache &cache)
      : after_(after), registers_(all_known(after)), watched_(watched), modules_(modules), memory_(memory), cache_(cache) {}

  TrapInstruction run() {
    const uint64_t place = after_.instruction;
    AddressRange function;
    const bool in_function = modules_.function_bounds(place, function);
    AddressRange between;
    decoding_is_certain_ = !modules_.unknown_code_bounds(place - 1, between);
    TrapInstruction found;
    // The processor sets the resume flag between the iterations of a repeated string instruction, and only there
    // (Intel SDM vol. 3, 17.3.1.1).
    if ((after_.flags & resume_flag) && check_string_in_progress(place, found)) return found;
    if (check_previous(place, found) || check_string_in_progress(place, found) || check_call(found) ||
        check_return(place, found))
      return found;
    if (watched_word_is(place) && (check_jump_stub(found) || (in_function && check_jumps_of(function, place, found))))
      return found;
    if (fallback_.certainty == TrapCertainty::decoded) return fallback_;
    return {place, false, false, in_function ? TrapCertainty::after : TrapCertainty::unknown};
  }

 private:
  bool overlaps(uint64_t address, uint64_t length) const {
    return address < watched_.end && watched_.start < address + length;
  }

  bool load_instruction(uint64_t at) {
    const uint64_t available = modules_.executable_bytes(at);
    return available != 0 && decode(at, available, instruction_);
  }

  // Whether the decoded instruction, by the registers after it, touched the watched bytes.
  bool touches(const KnownRegisters &after, TrapInstruction &found) {
    if (touches_within(0, after, found)) return true;
    return is_repeated(instruction_) && touches_within(string_window, after, found);
  }

  // `window`: bytes beyond the last iteration, in the direction of travel, that count too.
  bool touches_within(uint64_t window, const KnownRegisters &after, TrapInstruction &found) {
    const MemoryAccesses accesses = memory_accesses(instruction_);
    const KnownRegisters before = registers_before(instruction_, after, after_.flags);
    found = {instruction_.address, false, false, TrapCertainty::exact};
    possible_load_ = possible_store_ = false;
    for (unsigned i = 0; i < accesses.count; i++) {
      const MemoryAccess &access = accesses.items[i];
      uint64_t address;
      if (!address_of(access, before, address)) {
        if (access.kind == MemoryAccess::thread_relative && !access.segment_fs) continue;
        (access.store ? possible_store_ : possible_load_) = true;
        possible_element_ = access.element;
        continue;
      }
      if (!(after_.flags & flag_direction)) address -= window;
      if (!overlaps(address, access.length + window)) continue;
      if (!found.loads && !found.stores) {
        found.address = address;
        found.length = window ? 0 : access.length;
        found.element = access.element;
      }
      found.loads = found.loads || !access.store;
      found.stores = found.stores || access.store;
    }
    return found.loads || found.stores;
  }

  // A repeated string instruction traps between iterations, with the program counter still on it.
  bool check_string_in_progress(uint64_t place, TrapInstruction &found) {
    return load_instruction(place) && is_repeated(instruction_) && touches(registers_, found);
  }

  uint64_t previous(uint64_t inside, uint64_t end) {
    PreviousInstructionCache::Entry &entry = cache_.slot(inside, modules_.generation());
    if (entry.inside != inside || entry.end != end)
      entry = {inside, end, previous_instruction(inside, end, modules_, &cache_.starts())};
    return entry.previous;
  }

  bool check_previous(uint64_t place, TrapInstruction &found) {
    const uint64_t at = previous(place, place);
    if (at == 0 || !load_instruction(at)) return false;
    const Transfer transfer = transfer_of(instruction_);
    if (transfer != Transfer::none) return false;
    if (touches(registers_, found)) return true;
    if (decoding_is_certain_ && (possible_load_ || possible_store_)) {
      fallback_ = {at, possible_load_, possible_store_, TrapCertainty::decoded};
      fallback_.element = possible_element_;
    }
    return false;
  }

  bool read_word(uint64_t address, uint64_t &word) const { return memory_(address, &word, sizeof word); }

  // The call that has just pushed the return address on top of the stack and led here.
  bool load_call() {
    uint64_t return_address;
    if (!read_word(after_.general[register_rsp], return_address)) return false;
    const uint64_t at = previous(return_address - 1, return_address);
    return at != 0 && load_instruction(at) && transfer_of(instruction_) == Transfer::call;
  }

  // Whether the decoded jump or call leads to the program counter, by the registers before it.
  bool leads_here() {
    Registers start = after_;
    const KnownRegisters before = registers_before(instruction_, registers_, after_.flags);
    for (unsigned i = 0; i < 16; i++) start.general[i] = before.values[i];
    MachineState state(start, memory_);
    const Value target = follow(instruction_, memory_accesses(instruction_), state);
    return target.known && target.bits == after_.instruction;
  }

  // The call stored its return address in the watched bytes, or read its target from them. Nothing else is tried: the
  // top of the stack may hold anything, also addresses of code that is being unloaded.
  bool check_call(TrapInstruction &found) {
    if (!overlaps(after_.general[register_rsp], 8) && !watched_word_is(after_.instruction)) return false;
    return load_call() && leads_here() && touches(registers_, found);
  }

  // A return has just read its target below the stack pointer. Which return is known only if the called function has one.
  bool check_return(uint64_t place, TrapInstruction &found) {
    uint64_t target;
    const uint64_t slot = after_.general[register_rsp] - 8;
    if (!overlaps(slot, 8) || !read_word(slot, target) || target != place) return false;
    found = {place, true, false, TrapCertainty::after};
    const uint64_t call = previous(place - 1, place);
    uint64_t callee;
    AddressRange function;
    if (call != 0 && load_instruction(call) && transfer_of(instruction_) == Transfer::call &&
        direct_target(instruction_, callee) && modules_.function_bounds(callee, function) && function.start == callee)
      find_only_return(function, found);
    return true;
  }

  void find_only_return(const AddressRange &function, TrapInstruction &found) {
    uint64_t only = 0;
    for (uint64_t at = function.start; at < function.end && at - function.start < max_scan; at = instruction_.next()) {
      if (!load_instruction(at)) return;
      const Transfer transfer = transfer_of(instruction_);
      // A jump out of the function may end in another one's return.
      const bool jumps = transfer == Transfer::jump || transfer == Transfer::conditional;
      uint64_t target;
      if (jumps && !(direct_target(instruction_, target) && function.contains(target))) return;
      if (transfer != Transfer::ret) continue;
      if (only != 0) return;
      only = at;
    }
    if (only != 0 && function.end - function.start <= max_scan) {
      found.instruction = only;
      found.certainty = TrapCertainty::exact;
    }
  }

  // Jump tables and global offset tables hold aligned words.
  bool watched_word_is(uint64_t value) const {
    uint64_t word;
    return read_word(watched_.start & ~uint64_t{7}, word) && word == value;
  }

  // A call to a stub of the procedure linkage table, whose jump reads the target from the global offset table.
  bool check_jump_stub(TrapInstruction &found) {
    uint64_t stub;
    if (!load_call() || !direct_target(instruction_, stub)) return false;
    for (unsigned i = 0; i < max_stub_instructions; i++, stub = instruction_.next()) {
      if (!load_instruction(stub)) return false;
      if (transfer_of(instruction_) == Transfer::jump) return leads_here() && touches(registers_, found);
    }
    return false;
  }

  // Jump tables: the one jump of this function that leads here and read the watched bytes.
  bool check_jumps_of(const AddressRange &function, uint64_t place, TrapInstruction &found) {
    unsigned matches = 0;
    for (uint64_t at = function.start; at < function.end && at - function.start < max_scan;) {
      const unsigned length = instruction_length(at, function.end - at);
      if (length == 0) break;
      if (may_be_indirect_jump(at, length) && load_instruction(at) && transfer_of(instruction_) == Transfer::jump) {
        TrapInstruction candidate;
        if (leads_here() && touches(registers_, candidate)) {
          found = candidate;
          matches++;
        }
      }
      at += length;
    }
    if (matches > 1) found = {place, true, false, TrapCertainty::after};
    return matches != 0;
  }

  // jmp r/m is FF /4, possibly after prefixes.
  static bool may_be_indirect_jump(uint64_t at, unsigned length) {
    const auto *bytes = reinterpret_cast<const uint8_t *>(at);
    for (unsigned i = 0; i + 1 < length && i < 4; i++)
      if (bytes[i] == 0xff && (bytes[i + 1] >> 3 & 7) == 4) return true;
    return false;
  }

  static constexpr uint64_t max_scan = 16384;
  static constexpr unsigned max_stub_instructions = 4;

  const Registers &after_;
  const KnownRegisters registers_;
  const AddressRange watched_;
  const ModuleMapSnapshot &modules_;
  const MemoryReader &memory_;
  PreviousInstructionCache &cache_;
  Instruction instruction_;
  // Accesses of the last checked instruction whose address is unknown.
  bool possible_load_ = false;
  bool possible_store_ = false;
  bool decoding_is_certain_ = false;  // from the start of a function
  uint8_t possible_element_ = HAGSTONE_ELEMENT_BYTES;
  TrapInstruction fallback_ = {0, false, false, TrapCertainty::unknown};
};

}  // namespace

PreviousInstructionCache::Entry &PreviousInstructionCache::slot(uint64_t inside, uint64_t generation) {
  if (generation_ != generation) {
    for (Entry &entry : entries_) entry.end = 0;
    starts_.forget();
    generation_ = generation;
  }
  return entries_[(inside * 0x9e3779b97f4a7c15u) >> (64 - size_bits)];
}

TrapInstruction find_trap_instruction(const Registers &after, uint64_t watched, uint32_t watched_length,
                                      const ModuleMapSnapshot &modules, const MemoryReader &memory,
                                      PreviousInstructionCache &cache) {
  return TrapSearch(after, {watched, watched + watched_length}, modules, memory, cache).run();
}

}  // namespace hagstone
