// SPDX-License-Identifier: MIT
#include "module_inspector.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "unwind/tables/frame_section.h"
#include "unwind/tables/frame_table_builder.h"
#include "function_symbols.h"
#include "mapped_memory.h"

namespace hagstone {
namespace {

AddressRange segment_range(const dl_phdr_info &object, const ElfW(Phdr) & segment) {
  const uint64_t start = object.dlpi_addr + segment.p_vaddr;
  return {start, start + segment.p_memsz};
}

// The bytes from `address` to the end of its loaded segment's part in the file; empty if it is in none.
SectionBytes loaded_bytes_from(const dl_phdr_info &object, uint64_t address) {
  for (unsigned i = 0; i < object.dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    const uint64_t start = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_R)) continue;
    if (address >= start && address - start < segment.p_filesz)
      return {reinterpret_cast<const uint8_t *>(address), address, start + segment.p_filesz - address};
  }
  return {nullptr, 0, 0};
}

void read_executable_ranges(const dl_phdr_info &object, Module &module) {
  for (unsigned i = 0; i < object.dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X)) continue;
    if (module.executable_count == Module::max_executable_ranges) return;
    module.executable[module.executable_count++] = segment_range(object, segment);
  }
}

void read_build_id(const dl_phdr_info &object, Module &module) {
  for (unsigned i = 0; i < object.dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const SectionBytes loaded = loaded_bytes_from(object, object.dlpi_addr + segment.p_vaddr);
    const size_t size = segment.p_filesz < loaded.size ? segment.p_filesz : loaded.size;
    // Notes of eight-byte alignment (GNU properties) pad their parts to eight.
    const size_t align = segment.p_align == 8 ? 8 : 4;
    for (size_t at = 0; size - at >= sizeof(ElfW(Nhdr));) {
      ElfW(Nhdr) note;
      memcpy(&note, loaded.bytes + at, sizeof note);
      const size_t name = at + sizeof note;
      const size_t description = name + (note.n_namesz + align - 1) / align * align;
      const size_t next = description + (note.n_descsz + align - 1) / align * align;
      if (next > size || next <= at) break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(loaded.bytes + name, "GNU", 4) == 0 &&
          note.n_descsz <= Module::max_build_id) {
        module.build_id_length = static_cast<uint16_t>(note.n_descsz);
        memcpy(module.build_id, loaded.bytes + description, note.n_descsz);
        return;
      }
      at = next;
    }
  }
}

void read_loader_entry(const dl_phdr_info &object, Module &module) {
  if (object.dlpi_addr == 0 || object.dlpi_addr != getauxval(AT_BASE)) return;
  ElfW(Ehdr) header;
  const SectionBytes loaded = loaded_bytes_from(object, module.start);
  if (loaded.size < sizeof header) return;
  memcpy(&header, loaded.bytes, sizeof header);
  module.loader_entry = module.bias + header.e_entry;
}

void append(Module &module, const char *text) {
  const size_t room = Module::max_path - 1 - module.path_length;
  const size_t length = strnlen(text, room);
  memcpy(module.path + module.path_length, text, length);
  module.path_length = static_cast<uint16_t>(module.path_length + length);
}

void read_path(const dl_phdr_info &object, Module &module) {
  const unsigned long vdso = getauxval(AT_SYSINFO_EHDR);
  if (vdso >= module.start && vdso < module.end) return append(module, "[vdso]");
  if (!object.dlpi_name || object.dlpi_name[0] == '\0') {
    const ssize_t length = readlink("/proc/self/exe", module.path, Module::max_path - 1);
    module.path_length = length > 0 ? static_cast<uint16_t>(length) : 0;
    return;
  }
  char directory[Module::max_path];
  if (object.dlpi_name[0] != '/' && getcwd(directory, sizeof directory)) {
    append(module, directory);
    append(module, "/");
  }
  append(module, object.dlpi_name);
}

// The location of the module's call frame information; frames.size is 0 if it has none.
struct FrameSource {
  FrameTable table = {};
  bool has_search_table = false;
};

FrameSource find_frames(const dl_phdr_info &object, const Module &module) {
  FrameSource source;
  uint64_t frames_address = 0;
  for (unsigned i = 0; i < object.dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type != PT_GNU_EH_FRAME) continue;
    SectionBytes header = loaded_bytes_from(object, object.dlpi_addr + segment.p_vaddr);
    if (segment.p_memsz < header.size) header.size = segment.p_memsz;
    source.has_search_table = read_frame_header(header, source.table, frames_address);
  }
  if (frames_address == 0) frames_address = find_frame_section(module.path, module.bias);
  if (frames_address != 0) source.table.frames = loaded_bytes_from(object, frames_address);
  if (source.table.frames.size == 0) source.has_search_table = false;
  return source;
}

struct PrivateTables {
  size_t frame_bytes = 0;
  size_t entry_count = 0;
};

PrivateTables plan_private_tables(const FrameSource &source, FrameTableHome home) {
  PrivateTables plan;
  if (source.table.frames.size == 0) return plan;
  if (home == FrameTableHome::copied) plan.frame_bytes = measure_frames(source.table.frames);
  if (!source.has_search_table)
    plan.entry_count = count_frame_descriptions(source.table.frames);
  else if (home == FrameTableHome::copied)
    plan.entry_count = source.table.entry_count;
  return plan;
}

// `memory` has room for plan.entry_count entries, then plan.frame_bytes bytes.
FrameTable place_tables(const FrameSource &source, const PrivateTables &plan, uint8_t *memory) {
  FrameTable table = source.table;
  auto *entries = reinterpret_cast<FrameTableEntry *>(memory);
  if (plan.frame_bytes != 0) {
    uint8_t *bytes = memory + plan.entry_count * sizeof(FrameTableEntry);
    memcpy(bytes, source.table.frames.bytes, plan.frame_bytes);
    table.frames.bytes = bytes;
    table.frames.size = plan.frame_bytes;
  }
  if (plan.entry_count == 0) return table;
  table.entries = entries;
  if (source.has_search_table) {
    memcpy(entries, source.table.entries, plan.entry_count * sizeof(FrameTableEntry));
  } else {
    table.base = table.frames.address;
    table.entry_count = build_frame_entries(table.frames, entries, plan.entry_count);
  }
  return table;
}

}  // namespace

AddressRange loaded_range(const dl_phdr_info &object) {
  AddressRange range = {UINT64_MAX, 0};
  for (unsigned i = 0; i < object.dlpi_phnum; i++) {
    if (object.dlpi_phdr[i].p_type != PT_LOAD) continue;
    const AddressRange segment = segment_range(object, object.dlpi_phdr[i]);
    if (segment.start < range.start) range.start = segment.start;
    if (segment.end > range.end) range.end = segment.end;
  }
  if (range.start >= range.end) return {0, 0};
  return range;
}

void read_identity(const dl_phdr_info &object, Module &module) {
  read_build_id(object, module);
  read_path(object, module);
}

OwnedModule *inspect_module(const dl_phdr_info &object, FrameTableHome home) {
  Module module = {};
  const AddressRange range = loaded_range(object);
  module.bias = object.dlpi_addr;
  module.start = range.start;
  module.end = range.end;
  read_executable_ranges(object, module);
  read_loader_entry(object, module);
  read_identity(object, module);
  const FrameSource source = find_frames(object, module);
  const PrivateTables plan = plan_private_tables(source, home);
  const size_t bytes = sizeof(OwnedModule) + plan.entry_count * sizeof(FrameTableEntry) + plan.frame_bytes;
  auto *owned = static_cast<OwnedModule *>(map_memory(bytes));
  if (!owned) return nullptr;
  module.frames = place_tables(source, plan, reinterpret_cast<uint8_t *>(owned + 1));
  module.from_start = home == FrameTableHome::in_place;
  module.unsafe = module.frames.entry_count == 0;
  module.functions = read_function_symbols(module);
  owned->module = module;
  owned->mapped_bytes = bytes;
  return owned;
}

void release_module(OwnedModule *module) {
  release_functions(module->module.functions);
  unmap_memory(module, module->mapped_bytes);
}

}  // namespace hagstone
