/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/elf_image.h"

#include <linux/elf.h>

#define NOTE_BUILD_ID 3u
#define PAGE UINT64_C(4096)

static int is_object_of_this_machine(const Elf64_Ehdr *header, uint64_t readable) {
  const uint32_t magic = 0x464c457f; /* "\x7f" "ELF" */
  uint32_t found;
  if (readable < sizeof *header) return 0;
  __builtin_memcpy(&found, header->e_ident, sizeof found);
  return found == magic && header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
         header->e_machine == EM_X86_64 && (header->e_type == ET_EXEC || header->e_type == ET_DYN) &&
         header->e_phentsize == sizeof(Elf64_Phdr) && header->e_phoff % _Alignof(Elf64_Phdr) == 0 &&
         header->e_phoff <= readable && header->e_phnum <= (readable - header->e_phoff) / sizeof(Elf64_Phdr);
}

static uint64_t padded(uint64_t length, uint64_t alignment) { return (length + alignment - 1) & ~(alignment - 1); }

static void read_notes(const uint8_t *notes, uint64_t bytes, uint64_t alignment, struct hagstone_elf_image *image) {
  while (bytes >= sizeof(Elf64_Nhdr)) {
    Elf64_Nhdr note;
    __builtin_memcpy(&note, notes, sizeof note);
    uint64_t name = sizeof note;
    uint64_t content = padded(name + note.n_namesz, alignment);
    uint64_t next = padded(content + note.n_descsz, alignment);
    if (content + note.n_descsz > bytes) return;
    if (note.n_type == NOTE_BUILD_ID && note.n_namesz == 4 && __builtin_memcmp(notes + name, "GNU", 4) == 0 &&
        note.n_descsz <= sizeof image->build_id) {
      image->build_id_length = note.n_descsz;
      __builtin_memcpy(image->build_id, notes + content, note.n_descsz);
      return;
    }
    if (next >= bytes) return;
    notes += next;
    bytes -= next;
  }
}

int hagstone_read_elf_image(uint64_t address, uint64_t readable, struct hagstone_elf_image *image) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)address;
  if (!is_object_of_this_machine(header, readable)) return 0;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(address + header->e_phoff);
  const struct hagstone_elf_image none = {0};
  *image = none;
  int found = 0;
  /* The segment that begins the file is the one mapped at `address`. */
  for (uint32_t i = 0; i < header->e_phnum && !found; i++) {
    found = segments[i].p_type == PT_LOAD && segments[i].p_offset < PAGE;
    if (found) image->bias = address - (segments[i].p_vaddr - segments[i].p_offset);
  }
  if (!found) return 0;
  image->start = UINT64_MAX;
  image->code_start = UINT64_MAX;
  for (uint32_t i = 0; i < header->e_phnum; i++) {
    const Elf64_Phdr *segment = &segments[i];
    uint64_t start = segment->p_vaddr + image->bias;
    uint64_t end = start + segment->p_memsz;
    if (segment->p_type == PT_LOAD && end > start) {
      uint64_t first_page = start & ~(PAGE - 1);
      if (first_page < image->start) image->start = first_page;
      if (end > image->end) image->end = end;
      if ((segment->p_flags & PF_X) && first_page < image->code_start) image->code_start = first_page;
      if ((segment->p_flags & PF_X) && end > image->code_end) image->code_end = end;
    }
    if (segment->p_type == PT_NOTE && !image->build_id_length && start >= address && end >= start &&
        end <= address + readable)
      read_notes((const uint8_t *)start, segment->p_memsz, segment->p_align == 8 ? 8 : 4, image);
  }
  if (image->code_end == 0) image->code_start = 0;
  return image->start <= address && image->end > address;
}
