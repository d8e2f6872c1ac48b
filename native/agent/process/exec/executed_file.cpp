// SPDX-License-Identifier: MIT
#include "executed_file.h"

#include <elf.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/prctl.h>
#include <sys/stat.h>

#include <initializer_list>

#include "base/system_call.h"
#include "base/text.h"

namespace hagstone {

namespace {

constexpr int deepest_interpreter = 4;  // as the kernel follows them
constexpr unsigned most_segments = 64;
constexpr unsigned most_dynamic_entries = 1024;

class OpenFile {
 public:
  OpenFile(int directory, const char *path, int flags) {
    if (flags & AT_EMPTY_PATH && path && !*path) {
      descriptor_ = directory;
      return;
    }
    // Neither waits for the other end of a pipe nor takes a terminal.
    const int mode = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    opened_ = descriptor_ = static_cast<int>(call(SYS_openat, directory, path, mode, 0));
  }
  ~OpenFile() {
    if (opened_ >= 0) call(SYS_close, opened_);
  }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  bool is_regular(struct stat &status) const {
    return call(SYS_fstat, descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  }
  // Returns the bytes read, 0 on failure.
  size_t read(uint64_t offset, void *destination, size_t bytes) const {
    const long result = call(SYS_pread64, descriptor_, destination, bytes, offset);
    return result > 0 ? static_cast<size_t>(result) : 0;
  }
  // Text that ends with 0 within `size` bytes, cut otherwise.
  void read_text(uint64_t offset, char *text, size_t size) const { text[read(offset, text, size - 1)] = 0; }
  bool has_capabilities() const {
    char value[64];
    return call(SYS_fgetxattr, descriptor_, "security.capability", value, sizeof value) > 0;
  }
  void name(char *path, size_t size) const {
    char link[40];
    TextBuilder(link, sizeof link).text("/proc/self/fd/").number(static_cast<uint64_t>(descriptor_));
    const long length = call(SYS_readlink, link, path, size - 1);
    path[length > 0 ? length : 0] = 0;
  }

 private:
  int descriptor_;
  int opened_ = -1;
};

// The loader then ignores LD_PRELOAD (ld.so(8), secure-execution mode).
bool gets_privileges(const OpenFile &file, const struct stat &status) {
  if (call(SYS_prctl, PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) return false;
  const auto user = static_cast<uint32_t>(call(SYS_geteuid)), group = static_cast<uint32_t>(call(SYS_getegid));
  if (status.st_mode & S_ISUID && status.st_uid != user) return true;
  if (status.st_mode & S_ISGID && status.st_mode & S_IXGRP && status.st_gid != group) return true;
  return user != 0 && file.has_capabilities();
}

bool contains(const char *text, const char *part) {
  for (; *text; text++)
    if (text_starts_with(text, part)) return true;
  return false;
}

// Read again for each question: a signal handler's stack has no room for a table of them.
class Segments {
 public:
  Segments(const OpenFile &file, const Elf64_Ehdr &header) : file_(file), start_(header.e_phoff) {
    if (header.e_phentsize == sizeof(Elf64_Phdr)) count_ = header.e_phnum < most_segments ? header.e_phnum : most_segments;
  }

  // The first one that `wanted` accepts; false if there is none.
  template <typename Wanted>
  bool find_where(Elf64_Phdr &found, Wanted wanted) const {
    for (unsigned i = 0; i < count_; i++)
      if (file_.read(start_ + i * sizeof found, &found, sizeof found) == sizeof found && wanted(found)) return true;
    return false;
  }
  bool find(Elf64_Phdr &found, uint32_t type) const {
    return find_where(found, [&](const Elf64_Phdr &segment) { return segment.p_type == type; });
  }
  // File offset of a run-time address, 0 if it has none.
  uint64_t offset_of(uint64_t address) const {
    Elf64_Phdr segment;
    const bool found = find_where(segment, [&](const Elf64_Phdr &other) {
      return other.p_type == PT_LOAD && address >= other.p_vaddr && address - other.p_vaddr < other.p_filesz;
    });
    return found ? segment.p_offset + (address - segment.p_vaddr) : 0;
  }

 private:
  const OpenFile &file_;
  uint64_t start_;
  unsigned count_ = 0;
};

template <typename Visit>
void for_each_dynamic_entry(const OpenFile &file, const Elf64_Phdr &dynamic, Visit visit) {
  Elf64_Dyn entries[16];
  for (unsigned seen = 0; seen < most_dynamic_entries; seen += 16) {
    const size_t count = file.read(dynamic.p_offset + seen * sizeof(Elf64_Dyn), entries, sizeof entries) /
                         sizeof(Elf64_Dyn);
    for (size_t i = 0; i < count; i++) {
      if (entries[i].d_tag == DT_NULL) return;
      visit(entries[i]);
    }
    if (count < 16) return;
  }
}

void find_runtime(const OpenFile &file, const Segments &segments, ExecutedFile &result) {
  Elf64_Phdr dynamic;
  if (!segments.find(dynamic, PT_DYNAMIC)) return;
  uint64_t names = 0;
  for_each_dynamic_entry(file, dynamic, [&](const Elf64_Dyn &entry) {
    if (entry.d_tag == DT_STRTAB) names = segments.offset_of(entry.d_un.d_ptr);
  });
  if (!names) return;
  for_each_dynamic_entry(file, dynamic, [&](const Elf64_Dyn &entry) {
    if (entry.d_tag != DT_NEEDED || *result.runtime) return;
    char name[sizeof result.runtime];
    file.read_text(names + entry.d_un.d_val, name, sizeof name);
    if (is_first_runtime(name, text_length(name))) TextBuilder(result.runtime, sizeof result.runtime).text(name);
  });
}

void refuse(const OpenFile &file, hagstone_failure obstacle, bool refuses_agent, ExecutedFile &result) {
  result.obstacle = obstacle;
  result.refuses_agent = refuses_agent;
  file.name(result.path, sizeof result.path);
}

void examine_segments(const OpenFile &file, const Elf64_Ehdr &header, ExecutedFile &result) {
  const Segments segments(file, header);
  Elf64_Phdr segment;
  if (!segments.find(segment, PT_INTERP)) {
    // The dynamic linker itself, with a program as its argument, has none either.
    const bool linker = header.e_type == ET_DYN && segments.find(segment, PT_DYNAMIC);
    if (!linker) refuse(file, HAGSTONE_FAILURE_static_program, false, result);
    return;
  }
  char loader[128];
  file.read_text(segment.p_offset, loader, sizeof loader);
  if (contains(loader, "/ld-musl")) return refuse(file, HAGSTONE_FAILURE_other_c_library, true, result);
  find_runtime(file, segments, result);
}

// Finds the interpreter on a script's first line; false if there is none.
bool find_interpreter(char *line, const char *&interpreter) {
  if (line[0] != '#' || line[1] != '!') return false;
  char *start = line + 2;
  while (*start == ' ' || *start == '\t') start++;
  char *end = start;
  while (*end && *end != ' ' && *end != '\t' && *end != '\n') end++;
  *end = 0;
  interpreter = start;
  return end != start;
}

void examine(int directory, const char *path, int flags, int depth, ExecutedFile &result) {
  const OpenFile file(directory, path, flags);
  struct stat status = {};
  if (!file.is_regular(status)) return;
  union {
    Elf64_Ehdr header;
    char line[257];
  } start = {};
  const size_t length = file.read(0, start.line, sizeof start.line - 1);
  const char *interpreter;
  if (find_interpreter(start.line, interpreter)) {
    if (depth < deepest_interpreter) examine(AT_FDCWD, interpreter, 0, depth + 1, result);
    return;
  }
  if (length < sizeof(Elf32_Ehdr) || !text_starts_with(start.line, ELFMAG)) return;
  // A program of x32 is ELFCLASS32 for the same machine.
  if (start.header.e_ident[EI_CLASS] != ELFCLASS64) return refuse(file, HAGSTONE_FAILURE_other_word_size, true, result);
  if (length < sizeof(Elf64_Ehdr)) return;
  if (gets_privileges(file, status)) return refuse(file, HAGSTONE_FAILURE_privileged_program, false, result);
  examine_segments(file, start.header, result);
}

}  // namespace

ExecutedFile examine_executed_file(int directory, const char *path, int flags) {
  ExecutedFile result;
  result.obstacle = HAGSTONE_FAILURE_none;
  result.refuses_agent = false;
  *result.runtime = 0;
  *result.path = 0;
  examine(directory, path, flags, 0, result);
  return result;
}

bool is_first_runtime(const char *entry, unsigned long length) {
  const char *name = entry;
  for (const char *at = entry; at < entry + length; at++)
    if (*at == '/') name = at + 1;
  for (const char *runtime : {"libasan.so", "libhwasan.so", "libclang_rt.asan", "libclang_rt.hwasan"})
    if (static_cast<size_t>(entry + length - name) >= text_length(runtime) && text_starts_with(name, runtime)) return true;
  return false;
}

}  // namespace hagstone
