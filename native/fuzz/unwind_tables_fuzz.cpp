// SPDX-License-Identifier: MIT
// Call frame information of any content: .eh_frame_hdr, .eh_frame, its instructions and expressions, the notes beside
// them, and unwinding by them on a stack of any content.
//
// Input: one byte of options, one for where the frame stands, 16-bit sizes (little endian) of notes, header and stack,
// the stack, the notes, the header, then .eh_frame to the end. Two options take the module for a DWARF expression, or for
// a file whose section headers say where .eh_frame and the symbols are.
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "common/raw_format.h"
#include "fuzz/fuzzed_memory.h"
#include "unwind/tables/expression.h"
#include "unwind/tables/frame_row.h"
#include "unwind/tables/frame_section.h"
#include "unwind/tables/frame_table_builder.h"
#include "unwind/modules/function_symbols.h"
#include "unwind/modules/mapped_memory.h"
#include "unwind/modules/module_inspector.h"
#include "unwind/tables/rule_compiler.h"
#include "unwind/testing/evaluate_all.h"
#include "unwind/unwinder.h"

namespace hagstone::fuzz {
namespace {

constexpr uint64_t reach = 0x800000;

void require(bool holds) {
  if (!holds) abort();
}

struct Input {
  static constexpr size_t fixed_size = 8;
  Input(const uint8_t *data, size_t size) {
    options = data[0];
    place = data[1];
    const uint8_t *rest = data + fixed_size;
    size -= fixed_size;
    notes = std::min<size_t>(data[2] | data[3] << 8, size);
    header = std::min<size_t>(data[4] | data[5] << 8, size - notes);
    stack = std::min<size_t>(data[6] | data[7] << 8, size - notes - header);
    stack_bytes = rest;
    // The stack first: the remaining bytes are the module as it is loaded.
    module_bytes = rest + stack;
    module_size = size - stack;
  }
  bool copied() const { return options & 1; }
  bool has_header() const { return options & 2; }
  bool wide_notes() const { return options & 4; }
  bool is_expression() const { return options & 8; }
  bool is_file() const { return options & 16; }

  uint8_t options;
  uint8_t place;
  size_t notes;
  size_t header;
  size_t stack;
  const uint8_t *stack_bytes;
  const uint8_t *module_bytes;
  size_t module_size;
};

ElfW(Phdr) segment(uint32_t type, uint64_t address, size_t size, size_t align) {
  ElfW(Phdr) result = {};
  result.p_type = type;
  result.p_flags = PF_R | PF_X;
  result.p_vaddr = address;
  result.p_filesz = result.p_memsz = size;
  result.p_align = align;
  return result;
}

// Every entry of the table, wherever the description says that its function lies.
void read_all(const FrameTable &table, uint8_t place, const StackMemory &memory) {
  const size_t most = std::min<size_t>(table.entry_count, 64);
  for (size_t i = 0; i < most; i++) {
    FrameDescription description;
    FrameRow row;
    const uint64_t at = table.base + static_cast<uint64_t>(int64_t{table.entries[i].description});
    if (!read_frame_description(table.frames, at, description)) continue;
    const uint64_t length = description.function_end - description.function_start;
    if (compute_frame_row(description, description.function_start + (length ? place % length : 0), row))
      testing::evaluate_all(row, memory, 0x7fff, 0x20000100);
  }
}

// The builder's promises about its own table.
void check_built_entries(const SectionBytes &frames) {
  const size_t count = count_frame_descriptions(frames);
  require(count <= frames.size / 4);
  std::vector<FrameTableEntry> entries(count);
  const size_t built = build_frame_entries(frames, entries.data(), count);
  require(built <= count);
  const FrameTable table = {entries.data(), built, frames.address, frames};
  for (size_t i = 0; i < built; i++) {
    require(i == 0 || entries[i - 1].function <= entries[i].function);
    const uint64_t function = frames.address + static_cast<uint64_t>(int64_t{entries[i].function});
    require(find_frame_description(table, function) != 0);
  }
}

void unwind_from(FuzzedProgram &program, uint64_t instruction, uint8_t place) {
  Registers registers = {};
  for (unsigned i = 0; i < 16; i++) registers.general[i] = program.stack.start() + 8 * (place % 32u) + 16 * i;
  registers.general[register_rsp] = program.stack.start() + 8 * (place % 16u);
  registers.instruction = instruction;
  static RuleCache cache;
  cache = RuleCache();
  UnwindFrame frames[48];
  UnwindStatistics statistics = {};
  const UnwindResult result = unwind(registers, program.modules(), cache, {program.stack.start(), program.stack.end()},
                                     program.memory(), frames, 48, statistics);
  require(result.frame_count >= 1 && result.frame_count <= 48);
  for (size_t i = 1; i < result.frame_count; i++)
    require(frames[i].stack_pointer > frames[i - 1].stack_pointer || (frames[i].flags & HAGSTONE_CONTEXT_SIGNAL_FRAME));
}

// The module's bytes as an expression, with and without a value to begin with.
void evaluate_module(const FuzzedProgram &program, const StackMemory &memory, uint8_t place) {
  KnownRegisters registers = {};
  registers.known = static_cast<uint16_t>(0x5555 | place << 1);
  for (unsigned i = 0; i < 16; i++) registers.values[i] = program.stack.start() + 8 * i;
  const auto *bytes = reinterpret_cast<const uint8_t *>(program.module.start());
  const auto length = static_cast<uint16_t>(std::min<size_t>(program.module.length(), UINT16_MAX));
  const uint64_t initial = program.stack.start();
  uint64_t result;
  evaluate_expression(bytes, length, nullptr, registers, place, memory, result);
  evaluate_expression(bytes, length, &initial, registers, place, memory, result);
}

// The module's bytes as a file.
void find_section_of_module(const FuzzedProgram &program) {
  static const int descriptor = memfd_create("module", MFD_CLOEXEC);
  const auto size = static_cast<ssize_t>(program.module.length());
  require(ftruncate(descriptor, 0) == 0 &&
          pwrite(descriptor, reinterpret_cast<const void *>(program.module.start()), program.module.length(), 0) == size);
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  find_frame_section(path, 0x400000);
  Module module = {};
  snprintf(module.path, sizeof module.path, "%s", path);
  module.end = reach;
  module.executable[module.executable_count++] = {0, reach / 2};
  const FunctionTable functions = read_function_symbols(module);
  for (size_t i = 0; i < functions.count; i++) {
    const FunctionEntry &entry = functions.entries[i];
    require(entry.start < entry.end && entry.end <= reach / 2);
    require(i == 0 || functions.entries[i - 1].end <= entry.start);
    AddressRange found;
    require(find_function(functions, entry.end - 1, found) && found.start == entry.start);
  }
  release_functions(functions);
}

void run(const Input &input) {
  static FuzzedProgram &program = *new FuzzedProgram;
  program.module.fill(input.module_bytes, input.module_size);
  program.stack.fill(input.stack_bytes, input.stack);
  if (program.module.length() == 0) return;
  const StackMemory memory = {{program.stack.start(), program.stack.end()}, program.memory()};
  if (input.is_expression()) return evaluate_module(program, memory, input.place);
  if (input.is_file()) return find_section_of_module(program);
  const uint64_t start = program.module.start();
  const ElfW(Phdr) segments[] = {
      segment(PT_LOAD, 0, program.module.length(), 4096),
      segment(PT_NOTE, 0, input.notes, input.wide_notes() ? 8 : 4),
      segment(input.has_header() ? PT_GNU_EH_FRAME : PT_NULL, input.notes, input.header, 4),
  };
  dl_phdr_info object = {};
  object.dlpi_addr = start;
  object.dlpi_name = "/nothing";
  object.dlpi_phdr = segments;
  object.dlpi_phnum = 3;

  const SectionBytes frames = {reinterpret_cast<const uint8_t *>(start + input.notes + input.header),
                               start + input.notes + input.header,
                               program.module.length() - std::min(program.module.length(), input.notes + input.header)};
  if (frames.size != 0) {
    require(measure_frames(frames) <= frames.size);
    check_built_entries(frames);
  }
  OwnedModule *inspected = inspect_module(object, input.copied() ? FrameTableHome::copied : FrameTableHome::in_place);
  require(inspected != nullptr);
  read_all(inspected->module.frames, input.place, memory);
  // Real tables name functions that lie before them; no code is read here.
  Module described = inspected->module;
  described.start -= reach;
  described.end += reach;
  program.describe(described);
  for (uint64_t instruction : {start + input.place, start + 16u * input.place, start + program.module.length() / 2}) {
    AddressRange bounds;
    program.modules().function_bounds(instruction, bounds);
    unwind_from(program, instruction, input.place);
  }
  const FrameTable &table = inspected->module.frames;
  for (size_t i = 0; i < std::min<size_t>(table.entry_count, 4); i++)
    unwind_from(program, table.base + static_cast<uint64_t>(int64_t{table.entries[i].function}) + input.place % 8,
                input.place);
  release_module(inspected);
}

}  // namespace
}  // namespace hagstone::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size >= hagstone::fuzz::Input::fixed_size) hagstone::fuzz::run({data, size});
  return 0;
}
