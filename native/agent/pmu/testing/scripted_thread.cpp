// SPDX-License-Identifier: MIT
#include "pmu/testing/scripted_thread.h"

#include <asm/perf_regs.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <ucontext.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/system_call.h"
#include "code/testing/own_modules.h"
#include "pmu/testing/sampled_code.h"

namespace hagstone::testing {

namespace {

constexpr size_t depth_cap = 64;
constexpr uint64_t time_per_event = 1000;

// All callers of the scripted code: a return address of zero ends the stack.
alignas(16) uint64_t empty_stack[64] = {};

// The register that the instruction's address uses, in both numberings, and its offset.
struct AddressRegister {
  const char *code;
  const char *next;
  int in_context;
  unsigned in_sample;
  uint64_t displacement;
};
const AddressRegister address_registers[] = {
    {hagstone_store_word, hagstone_load_byte, REG_RDI, PERF_REG_X86_DI, 16},
    {hagstone_read_modify_write, hagstone_store_other, REG_RDX, PERF_REG_X86_DX, 0},
    {hagstone_store_other, hagstone_load_word, REG_R10, PERF_REG_X86_R10, 0},
    {hagstone_load_word, hagstone_load_vector, REG_R11, PERF_REG_X86_R11, 0},
    {hagstone_load_vector, hagstone_gather, REG_R8, PERF_REG_X86_R8, 0},
};

const AddressRegister &address_register(const char *code) {
  for (const AddressRegister &known : address_registers)
    if (known.code == code) return known;
  abort();
}

bool stores(const char *code) {
  return code == hagstone_store_word || code == hagstone_store_other || code == hagstone_read_modify_write;
}

uint32_t length_of(const char *code) {
  return code == hagstone_load_vector ? 32 : code == hagstone_read_modify_write ? 4 : 8;
}

// The extents of a raw file, record by record.
template <typename Visit>
void read_records(const std::string &directory, Visit visit) {
  for (const auto &entry : std::filesystem::directory_iterator(directory)) {
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
    hagstone_header header;
    memcpy(&header, bytes.data(), sizeof header);
    for (uint64_t i = 0; i < header.extent_count; i++) {
      const char *extent_bytes = bytes.data() + HAGSTONE_HEADER_SIZE + i * HAGSTONE_EXTENT_SIZE;
      hagstone_extent extent;
      memcpy(&extent, extent_bytes, sizeof extent);
      for (uint64_t at = HAGSTONE_EXTENT_HEADER_SIZE; at < extent.used;) {
        hagstone_record record;
        memcpy(&record, extent_bytes + at, sizeof record);
        const uint32_t length = record.type_and_length >> 8;
        visit(static_cast<hagstone_record_type>(record.type_and_length & 0xff), extent_bytes + at + sizeof record);
        at += sizeof record + (length + 7) / 8 * 8;
      }
    }
  }
}

}  // namespace

ScriptedThread::ScriptedThread(const Setup &setup) : setup_(setup), modules_(own_modules()), frames_(depth_cap) {
  hagstone_header header = {};
  constexpr uint64_t trap_log = 1 << 22;
  if (process_.create(recording_.directory(), header, {trap_log, 0}) != 0) abort();
  const auto thread = static_cast<uint32_t>(current_thread());
  uint32_t index = 0;
  while (index < setup.index) index = process_.add_thread(current_thread(), 0, modules_);
  recorder_ = process_.take_recorder();
  source_.collector.open(setup.engine, *setup.layout, thread, {});
  for (size_t i = 0; i < setup.events.size(); i++) source_.collector.add_event(i + 1, setup.events[i]);
  SamplingSettings settings = {};
  for (const Tool *tool : setup.tools) settings.tools[settings.tool_count++] = tool;
  settings.driver = setup.driver;
  settings.period = setup.period;
  settings.seed = setup.seed;
  settings.skip_range = settings.stop_budget = 1;
  settings.depth_cap = depth_cap;
  settings.reservoir = HAGSTONE_RESERVOIR_REGISTERS;
  settings.attribution = HAGSTONE_ATTRIBUTION_PROPORTIONAL;
  settings.granularity = 8;
  settings.processor = setup.processor;
  sampler_.open(settings, process_, *recorder_, registers_, source_, setup.watch_registers, setup.memory, frames_.data(),
                index);
  if (setup.clock) sampler_.use_distance_clock(*setup.clock);
}

ScriptedThread::~ScriptedThread() { process_.file().finish(HAGSTONE_STATE_FINISHED); }

void ScriptedThread::deliver(const TrapEvent &event, const ScriptedAccess &access) {
  const AddressRegister &registers = address_register(access.code);
  ucontext_t context = {};
  context.uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(place(registers.next));
  context.uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(reinterpret_cast<uint64_t>(empty_stack));
  context.uc_mcontext.gregs[registers.in_context] = static_cast<greg_t>(access.address - registers.displacement);
  time_ += time_per_event;
  sampler_.on_event(event, context, modules_, false, {time_, 0});
}

void ScriptedThread::execute(const ScriptedAccess &access) {
  const auto armed = registers_.armed;
  for (const auto &[slot, watched] : armed) {
    const uint64_t start = watched.breakpoint.address, end = start + watched.breakpoint.length;
    const bool touched = access.address < end && start < access.address + length_of(access.code);
    const bool broken = watched.breakpoint.on != BreakOn::write || stores(access.code);
    if (!touched || !broken || !registers_.armed.contains(slot)) continue;
    deliver({TrapOrigin::watch, slot, watched.generation, false}, access);
  }
}

void ScriptedThread::write(const RecordBytes &record) {
  if (!source_.ring.write(record)) abort();
}

void ScriptedThread::interrupt() { deliver({TrapOrigin::timer, 0, 0, false}, {hagstone_store_word, 0x1000}); }

void ScriptedThread::sample(uint64_t event, const ScriptedAccess &access, uint64_t weight, uint64_t data_source) {
  execute(access);
  const AddressRegister &address = address_register(access.code);
  SampleDescription sample;
  sample.event = event;
  sample.thread = static_cast<uint32_t>(current_thread());
  sample.instruction = place(access.code);
  sample.address = access.address;
  sample.weight = weight;
  sample.data_source = data_source;
  sample.registers.resize(SampleRecord::register_capacity);
  sample.registers[PERF_REG_X86_SP] = reinterpret_cast<uint64_t>(empty_stack);
  sample.registers[address.in_sample] = access.address - address.displacement;
  if (setup_.engine == HAGSTONE_ENGINE_IBS) {
    const bool both = access.code == hagstone_read_modify_write;
    IbsDescription operation;
    operation.instruction = sample.instruction;
    operation.address = access.address;
    operation.data_3 = ibs_access(both || !stores(access.code), stores(access.code), length_of(access.code));
    sample.raw = ibs_raw(operation);
  }
  write(sample_record(*setup_.layout, sample));
  // The interrupt comes a few instructions later.
  deliver({TrapOrigin::timer, 0, 0, false}, {hagstone_load_vector, 0x1000});
}

void ScriptedThread::stop() { sampler_.stop(time_); }

// The records of one type, in the order of the file.
template <typename Record>
static std::vector<Record> records_of(const std::string &directory, hagstone_record_type wanted) {
  std::vector<Record> records;
  read_records(directory, [&](hagstone_record_type type, const char *payload) {
    if (type != wanted) return;
    Record record;
    memcpy(&record, payload, sizeof record);
    records.push_back(record);
  });
  return records;
}

std::vector<RecordedPair> ScriptedThread::pairs() const {
  std::map<uint32_t, uint64_t> instructions;
  std::vector<RecordedPair> pairs;
  read_records(recording_.path(), [&](hagstone_record_type type, const char *payload) {
    if (type != HAGSTONE_RECORD_CONTEXT) return;
    hagstone_context context;
    memcpy(&context, payload, sizeof context);
    const Module *program = modules_.find(place(hagstone_store_word));
    instructions[context.id] = context.offset + program->bias;
  });
  read_records(recording_.path(), [&](hagstone_record_type type, const char *payload) {
    if (type != HAGSTONE_RECORD_PAIR) return;
    RecordedPair pair = {};
    memcpy(&pair.counters, payload, sizeof pair.counters);
    pair.watch = instructions[pair.counters.watch];
    pair.trap = instructions[pair.counters.trap];
    pairs.push_back(pair);
  });
  return pairs;
}

std::vector<hagstone_reuse> ScriptedThread::reuses() const {
  return records_of<hagstone_reuse>(recording_.path(), HAGSTONE_RECORD_REUSE);
}

std::vector<hagstone_shared_pair> ScriptedThread::shared_pairs() const {
  return records_of<hagstone_shared_pair>(recording_.path(), HAGSTONE_RECORD_SHARED_PAIR);
}

std::vector<hagstone_watch_context> ScriptedThread::watch_contexts() const {
  return records_of<hagstone_watch_context>(recording_.path(), HAGSTONE_RECORD_WATCH_CONTEXT);
}

hagstone_pair ScriptedThread::pair(hagstone_relation relation, const char *watch, const char *trap) const {
  for (const RecordedPair &pair : pairs())
    if (pair.counters.relation == relation && pair.watch == place(watch) && pair.trap == place(trap)) return pair.counters;
  return {};
}

}  // namespace hagstone::testing
