// SPDX-License-Identifier: MIT
#ifndef HAGSTONE_SYMBOLS_ELF_FILE_H
#define HAGSTONE_SYMBOLS_ELF_FILE_H

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hagstone::symbols {

// A part of the file that the loader maps (PT_LOAD).
struct Segment {
  uint64_t address;      // ELF virtual address
  uint64_t file_offset;
  uint64_t file_size;    // bytes backed by the file
  uint64_t memory_size;
  bool executable;
  bool writable;
};

struct Section {
  Elf_Scn *handle;
  GElf_Shdr header;
  std::string name;
};

// The contents that a file is opened for: code, or only debug information (which dwz keeps in a file of type ET_REL).
enum class Contents { code, debug_information };

// A 64-bit x86-64 ELF file, opened for reading. Reads go through pread, not through a mapping: a file that shrinks
// while it is read (a rebuild during analysis) then gives a short read, not SIGBUS.
class ElfFile {
 public:
  // Throws std::runtime_error with one line (what, why) for anything that is no readable x86-64 ELF file.
  explicit ElfFile(const std::string &path, Contents contents = Contents::code);
  ~ElfFile();
  ElfFile(const ElfFile &) = delete;
  ElfFile &operator=(const ElfFile &) = delete;

  const std::string &path() const { return path_; }
  Elf *handle() const { return elf_; }
  int descriptor() const { return descriptor_; }
  // Lower-case hex, empty if the file has none.
  const std::string &build_id() const { return build_id_; }
  const std::vector<Segment> &segments() const { return segments_; }
  const std::vector<Section> &sections() const { return sections_; }

  // The first section of that name, or nullptr.
  const Section *section(std::string_view name) const;
  bool has_contents(std::string_view section_name) const;
  // Empty without the section. A compressed one stays so until libdw has the file: libdw unpacks in place.
  std::span<const uint8_t> contents(std::string_view section_name) const;
  bool is_executable(uint64_t address) const;
  // End of the executable segment around `address`, or 0.
  uint64_t executable_end(uint64_t address) const;
  // Whether the program cannot write there: mapped read-only, or made so when the dynamic linker has filled it in.
  bool is_constant(uint64_t address) const;
  // The file's bytes at [address, address + length), cut short where the file has no more.
  std::vector<uint8_t> read(uint64_t address, uint64_t length) const;
  // The program header of this type (PT_DYNAMIC, …).
  std::optional<GElf_Phdr> program_header(uint32_t type) const;

 private:
  void open_elf(Contents contents);
  void read_segments();
  void read_sections();
  void read_build_id();

  std::string path_;
  int descriptor_ = -1;
  Elf *elf_ = nullptr;
  GElf_Ehdr header_{};
  std::string build_id_;
  std::vector<Segment> segments_;
  std::vector<Section> sections_;
};

std::string to_hex(const void *bytes, size_t length);

}  // namespace hagstone::symbols

#endif
