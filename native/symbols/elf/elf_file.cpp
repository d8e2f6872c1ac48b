// SPDX-License-Identifier: MIT
#include "elf_file.h"

#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace hagstone::symbols {

std::string to_hex(const void *bytes, size_t length) {
  static constexpr char digits[] = "0123456789abcdef";
  const auto *byte = static_cast<const unsigned char *>(bytes);
  std::string text;
  text.reserve(length * 2);
  for (size_t i = 0; i < length; ++i) {
    text.push_back(digits[byte[i] >> 4]);
    text.push_back(digits[byte[i] & 15]);
  }
  return text;
}

ElfFile::ElfFile(const std::string &path, Contents contents) : path_(path) {
  try {
    open_elf(contents);
    read_segments();
    read_sections();
    read_build_id();
  } catch (...) {
    if (elf_ != nullptr) elf_end(elf_);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

ElfFile::~ElfFile() {
  elf_end(elf_);
  ::close(descriptor_);
}

void ElfFile::open_elf(Contents contents) {
  elf_version(EV_CURRENT);
  // O_NONBLOCK: opening a FIFO that a profile names must not hang.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw std::runtime_error(path_ + ": cannot open: " + std::strerror(errno));
  struct stat status{};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw std::runtime_error(path_ + ": not a regular file");
  }
  elf_ = elf_begin(descriptor_, ELF_C_READ, nullptr);
  if (elf_ == nullptr) throw std::runtime_error(path_ + ": cannot read: " + elf_errmsg(-1));
  if (elf_kind(elf_) != ELF_K_ELF) throw std::runtime_error(path_ + ": not an ELF file");
  if (gelf_getclass(elf_) != ELFCLASS64)
    throw std::runtime_error(path_ + ": a 32-bit ELF file; only 64-bit x86 is supported");
  if (gelf_getehdr(elf_, &header_) == nullptr) throw std::runtime_error(path_ + ": damaged ELF header: " + elf_errmsg(-1));
  if (header_.e_ident[EI_DATA] != ELFDATA2LSB || header_.e_machine != EM_X86_64) {
    throw std::runtime_error(path_ + ": made for another architecture; only 64-bit x86 is supported");
  }
  if (contents == Contents::code && header_.e_type != ET_EXEC && header_.e_type != ET_DYN) {
    throw std::runtime_error(path_ + ": neither a program nor a shared library");
  }
}

void ElfFile::read_segments() {
  size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0) throw std::runtime_error(path_ + ": damaged program headers: " + elf_errmsg(-1));
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf_, static_cast<int>(i), &header) == nullptr) break;
    if (header.p_type != PT_LOAD) continue;
    if (header.p_vaddr > std::numeric_limits<uint64_t>::max() - header.p_memsz) continue;
    segments_.push_back({header.p_vaddr, header.p_offset, std::min(header.p_filesz, header.p_memsz), header.p_memsz,
                         (header.p_flags & PF_X) != 0, (header.p_flags & PF_W) != 0});
  }
}

void ElfFile::read_sections() {
  size_t names = 0;
  if (elf_getshdrstrndx(elf_, &names) != 0) return;
  for (Elf_Scn *handle = elf_nextscn(elf_, nullptr); handle != nullptr; handle = elf_nextscn(elf_, handle)) {
    GElf_Shdr header;
    if (gelf_getshdr(handle, &header) == nullptr) continue;
    const char *name = elf_strptr(elf_, names, header.sh_name);
    sections_.push_back({handle, header, name == nullptr ? "" : name});
  }
}

void ElfFile::read_build_id() {
  const void *bytes = nullptr;
  const ssize_t length = dwelf_elf_gnu_build_id(elf_, &bytes);
  if (length > 0) build_id_ = to_hex(bytes, static_cast<size_t>(length));
}

const Section *ElfFile::section(std::string_view name) const {
  for (const Section &candidate : sections_) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

bool ElfFile::has_contents(std::string_view section_name) const {
  const Section *found = section(section_name);
  return found != nullptr && found->header.sh_type != SHT_NOBITS && found->header.sh_size > 0;
}

std::span<const uint8_t> ElfFile::contents(std::string_view section_name) const {
  const Section *found = section(section_name);
  const Elf_Data *data = found == nullptr ? nullptr : elf_getdata(found->handle, nullptr);
  if (data == nullptr || data->d_buf == nullptr) return {};
  return {static_cast<const uint8_t *>(data->d_buf), data->d_size};
}

uint64_t ElfFile::executable_end(uint64_t address) const {
  for (const Segment &segment : segments_) {
    if (!segment.executable || address < segment.address || address - segment.address >= segment.memory_size) continue;
    // Where the ELF header itself is mapped executable there is no function, but debug information of dropped code
    // claims that there is.
    const bool is_header = segment.file_offset == 0 && address - segment.address < sizeof(Elf64_Ehdr);
    return is_header ? 0 : segment.address + segment.memory_size;
  }
  return 0;
}

bool ElfFile::is_executable(uint64_t address) const { return executable_end(address) != 0; }

bool ElfFile::is_constant(uint64_t address) const {
  const auto relocated = program_header(PT_GNU_RELRO);
  if (relocated && address >= relocated->p_vaddr && address - relocated->p_vaddr < relocated->p_memsz) return true;
  for (const Segment &segment : segments_) {
    if (address >= segment.address && address - segment.address < segment.memory_size) return !segment.writable;
  }
  return false;
}

std::vector<uint8_t> ElfFile::read(uint64_t address, uint64_t length) const {
  for (const Segment &segment : segments_) {
    if (address < segment.address || address - segment.address >= segment.file_size) continue;
    const uint64_t skip = address - segment.address;
    const uint64_t wanted = std::min(length, segment.file_size - skip);
    struct stat status{};
    if (segment.file_offset > static_cast<uint64_t>(std::numeric_limits<off_t>::max()) - skip) return {};
    const uint64_t start = segment.file_offset + skip;
    if (::fstat(descriptor_, &status) != 0 || start >= static_cast<uint64_t>(status.st_size)) return {};
    std::vector<uint8_t> bytes(std::min(wanted, static_cast<uint64_t>(status.st_size) - start));
    size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t got = ::pread(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(start + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      done += static_cast<size_t>(got);
    }
    bytes.resize(done);
    return bytes;
  }
  return {};
}

std::optional<GElf_Phdr> ElfFile::program_header(uint32_t type) const {
  size_t count = 0;
  if (elf_getphdrnum(elf_, &count) != 0) return std::nullopt;
  for (size_t i = 0; i < count; ++i) {
    GElf_Phdr header;
    if (gelf_getphdr(elf_, static_cast<int>(i), &header) != nullptr && header.p_type == type) return header;
  }
  return std::nullopt;
}

}  // namespace hagstone::symbols
