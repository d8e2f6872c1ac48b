// SPDX-License-Identifier: MIT
#include "go_runtime.h"

#include <link.h>
#include <string.h>

namespace hagstone {

namespace {

constexpr char go_name[] = "Go\0";  // four bytes with the terminating zero

uint64_t padded(uint64_t length) { return (length + 3) & ~uint64_t{3}; }

bool has_go_note(const char *notes, uint64_t length) {
  for (uint64_t at = 0; at + sizeof(ElfW(Nhdr)) <= length;) {
    ElfW(Nhdr) note;
    memcpy(&note, notes + at, sizeof note);
    const uint64_t name = at + sizeof note;
    if (note.n_namesz == sizeof go_name && name + sizeof go_name <= length &&
        memcmp(notes + name, go_name, sizeof go_name) == 0)
      return true;
    at = name + padded(note.n_namesz) + padded(note.n_descsz);
  }
  return false;
}

// The main program is the first object.
int look_at(dl_phdr_info *program, size_t, void *result) {
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = program->dlpi_phdr[i];
    if (segment.p_type == PT_NOTE &&
        has_go_note(reinterpret_cast<const char *>(program->dlpi_addr + segment.p_vaddr), segment.p_memsz))
      *static_cast<bool *>(result) = true;
  }
  return 1;
}

}  // namespace

bool program_has_go_runtime() {
  bool found = false;
  dl_iterate_phdr(look_at, &found);
  return found;
}

}  // namespace hagstone
