// SPDX-License-Identifier: MIT
#include "pmu/memory_sample.h"

#include <asm/perf_regs.h>
#include <linux/perf_event.h>

#include <initializer_list>

#include "code/instruction.h"
#include "code/memory_access.h"
#include "code/previous_instruction.h"
#include "pmu/ibs_op.h"

namespace hagstone {

namespace {

// Five-level paging; the kernel's half is above, and a zero address represents none.
bool is_user_address(uint64_t address) { return address && address < uint64_t{1} << 56; }

Registers registers_of(const SampleRecord &record) {
  // In order of GeneralRegister; perf's order is another.
  static constexpr unsigned places[16] = {PERF_REG_X86_AX,  PERF_REG_X86_CX,  PERF_REG_X86_DX,  PERF_REG_X86_BX,
                                          PERF_REG_X86_SP,  PERF_REG_X86_BP,  PERF_REG_X86_SI,  PERF_REG_X86_DI,
                                          PERF_REG_X86_R8,  PERF_REG_X86_R9,  PERF_REG_X86_R10, PERF_REG_X86_R11,
                                          PERF_REG_X86_R12, PERF_REG_X86_R13, PERF_REG_X86_R14, PERF_REG_X86_R15};
  Registers registers;
  for (unsigned i = 0; i < 16; i++) registers.general[i] = record.registers[places[i]];
  registers.instruction = record.registers[PERF_REG_X86_IP];
  registers.flags = record.registers[PERF_REG_X86_FLAGS];
  return registers;
}

bool transfers_control(const Instruction &instruction) {
  switch (instruction.category()) {
    case ZYDIS_CATEGORY_CALL:
    case ZYDIS_CATEGORY_RET:
    case ZYDIS_CATEGORY_COND_BR:
    case ZYDIS_CATEGORY_UNCOND_BR: return true;
    default: return false;
  }
}

// A precise record's registers are those after its instruction. Its successor is known only if it did not branch;
// otherwise the changes are undone.
void place_registers(const Instruction &instruction, const Registers &after, KnownSample &sample) {
  sample.registers = after;
  if (!transfers_control(instruction)) {
    sample.registers.instruction = instruction.next();
    sample.moment = AccessMoment::after;
    return;
  }
  const KnownRegisters before = registers_before(instruction, all_known(after), after.flags);
  for (unsigned i = 0; i < 16; i++)
    if (before.knows(i)) sample.registers.general[i] = before.values[i];
  sample.registers.instruction = instruction.address;
  sample.moment = AccessMoment::before;
}

bool decode_sampled(uint64_t address, const ModuleMapSnapshot &modules, Instruction &instruction,
                    hagstone_statistic &cause) {
  const uint64_t available = modules.executable_bytes(address);
  cause = available ? HAGSTONE_STATISTIC_dropped_undecodable : HAGSTONE_STATISTIC_dropped_code_unreadable;
  return available && decode(address, available, instruction);
}

struct SampledPlace {
  uint64_t address;
  uint32_t width;  // bytes of the operation, 0: unknown
};

// Finds the instruction's access of that kind at `place`. Vector accesses may be split into operations of which
// only one was sampled.
bool find_access(const Instruction &instruction, WantedAccess kind, const SampledPlace &place, const KnownRegisters &before,
                 SampledAccess &found, hagstone_statistic &cause) {
  const MemoryAccesses accesses = memory_accesses(instruction);
  cause = HAGSTONE_STATISTIC_dropped_sample_inexact;
  for (unsigned i = 0; i < accesses.count; i++) {
    const MemoryAccess &access = accesses.items[i];
    if (!includes(kind, access.store ? WantedAccess::stores : WantedAccess::loads)) continue;
    if (access.kind == MemoryAccess::unsupported) {
      cause = HAGSTONE_STATISTIC_dropped_address_unsupported;
      continue;
    }
    uint64_t start;
    // A repeated string instruction has moved on since.
    const bool computed = !is_repeated(instruction) && address_of(access, before, start);
    if (computed && place.address - start >= access.length) continue;
    const bool part = !computed && place.width && place.width < access.length;
    found.instruction = instruction.address;
    found.load = !access.store;
    found.store = access.store;
    found.address = computed ? start : place.address;
    found.length = part ? place.width : access.length;
    return true;
  }
  return false;
}

bool append(KnownSamples &samples, const KnownSample &sample, hagstone_statistic &cause) {
  cause = HAGSTONE_STATISTIC_dropped_overrun;
  if (samples.count == KnownSamples::capacity) return false;
  samples.items[samples.count++] = sample;
  return true;
}

bool served_beyond_caches(uint64_t data_source) {
  perf_mem_data_src source = {};
  source.val = data_source;
  constexpr uint64_t memory = PERF_MEM_LVL_LOC_RAM | PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_REM_RAM2 | PERF_MEM_LVL_REM_CCE2;
  const bool missed_last = source.mem_lvl & PERF_MEM_LVL_MISS && source.mem_lvl & PERF_MEM_LVL_L3;
  const uint64_t number = source.mem_lvl_num;
  return source.mem_lvl & memory || missed_last || number == PERF_MEM_LVLNUM_RAM || number == PERF_MEM_LVLNUM_PMEM ||
         number == PERF_MEM_LVLNUM_CXL;
}

}  // namespace

bool interpret_precise_sample(const SampleRecord &record, const SampledEvent &event, const Registers &interrupted,
                              const ModuleMapSnapshot &modules, KnownSamples &samples, hagstone_statistic &cause) {
  cause = HAGSTONE_STATISTIC_dropped_sample_foreign;
  if (!record.user) return false;
  cause = HAGSTONE_STATISTIC_dropped_sample_inexact;
  if (!is_user_address(record.address)) return false;
  const uint64_t place = record.exact ? record.instruction
                                      : previous_instruction(record.instruction - 1, record.instruction, modules);
  Instruction instruction;
  if (!place || !decode_sampled(place, modules, instruction, cause)) return false;
  KnownSample sample = {{}, interrupted, AccessMoment::after};
  KnownRegisters before = {};
  if (record.has_registers) {
    const Registers after = registers_of(record);
    before = registers_before(instruction, all_known(after), after.flags);
    place_registers(instruction, after, sample);
  }
  if (!find_access(instruction, event.kind, {record.address, 0}, before, sample.access, cause)) return false;
  sample.access.latency = event.latency ? static_cast<uint32_t>(record.weight) : 0;
  sample.access.cache_miss = served_beyond_caches(record.data_source);
  return append(samples, sample, cause);
}

bool interpret_ibs_sample(const SampleRecord &record, const Registers &interrupted, const ModuleMapSnapshot &modules,
                          KnownSamples &samples, hagstone_statistic &cause) {
  IbsOperation operation;
  cause = HAGSTONE_STATISTIC_dropped_sample_foreign;
  if (!record.user || !read_ibs_operation(record.raw, record.raw_length, operation)) return false;
  cause = HAGSTONE_STATISTIC_sampled_no_access;
  if ((!operation.load && !operation.store) || operation.prefetch) return false;
  cause = HAGSTONE_STATISTIC_dropped_sample_inexact;
  if (!operation.instruction_valid || !operation.address_valid || !is_user_address(operation.address)) return false;
  AddressRange function;
  if (!modules.function_bounds(operation.instruction, function) || !function.contains(interrupted.instruction))
    return false;
  Instruction instruction;
  if (!decode_sampled(operation.instruction, modules, instruction, cause)) return false;
  bool appended = false;
  for (WantedAccess kind : {WantedAccess::loads, WantedAccess::stores}) {
    if (!(kind == WantedAccess::loads ? operation.load : operation.store)) continue;
    KnownSample sample = {{}, interrupted, AccessMoment::after};
    if (!find_access(instruction, kind, {operation.address, operation.width}, {}, sample.access, cause)) continue;
    sample.access.latency = kind == WantedAccess::loads ? operation.latency : 0;
    sample.access.cache_miss = kind == WantedAccess::loads && operation.missed_last_level;
    appended |= append(samples, sample, cause);
  }
  return appended;
}

}  // namespace hagstone
