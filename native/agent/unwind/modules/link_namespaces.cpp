// SPDX-License-Identifier: MIT
#include "link_namespaces.h"

#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

namespace hagstone {
namespace {

constexpr int lists_namespaces = 2;  // r_debug::r_version
constexpr unsigned max_segments = 64;
// Far more than there can be; lists that were damaged end.
constexpr unsigned max_namespaces = 64;
constexpr unsigned max_objects = 65536;

// glibc's struct r_debug_extended, which older headers lack.
struct NamespaceRecord {
  r_debug base;
  NamespaceRecord *next;
};

// Not by libc's wrapper: it has none before 2.30, and syscall(2) may be the agent's own.
int current_thread_id() {
  long id;
  __asm__ volatile("syscall" : "=a"(id) : "a"(SYS_gettid) : "rcx", "r11", "memory");
  return static_cast<int>(id);
}

// Not every object has its header in memory where its first segment would have it.
bool read_guarded(uint64_t address, void *destination, size_t length) {
  const iovec local = {destination, length};
  const iovec remote = {reinterpret_cast<void *>(address), length};
  return process_vm_readv(current_thread_id(), &local, 1, &remote, 1, 0) == static_cast<ssize_t>(length);
}

// The main program's DT_DEBUG; nullptr in static programs.
const NamespaceRecord *first_namespace(const dl_phdr_info &program) {
  for (unsigned i = 0; i < program.dlpi_phnum; i++) {
    if (program.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    auto *entry = reinterpret_cast<const ElfW(Dyn) *>(program.dlpi_addr + program.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++)
      if (entry->d_tag == DT_DEBUG) return reinterpret_cast<const NamespaceRecord *>(entry->d_un.d_ptr);
  }
  return nullptr;
}

// Namespaces have descriptions of their own of the one run-time linker.
bool is_shared(const link_map &object, const NamespaceRecord &first) {
  unsigned objects = 0;
  for (const link_map *other = first.base.r_map; other && objects < max_objects; other = other->l_next, objects++)
    if (other->l_ld == object.l_ld) return true;
  return false;
}

bool read_segments(const link_map &object, ElfW(Phdr) * segments, unsigned &count) {
  ElfW(Ehdr) header;
  if (!read_guarded(object.l_addr, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  count = header.e_phnum;
  return header.e_phentsize == sizeof *segments && count <= max_segments &&
         read_guarded(object.l_addr + header.e_phoff, segments, count * sizeof *segments);
}

}  // namespace

void visit_other_namespaces(const dl_phdr_info &program, void (*visit)(void *context, const dl_phdr_info &object),
                            void *context) {
  const NamespaceRecord *first = first_namespace(program);
  if (!first || first->base.r_version < lists_namespaces) return;
  const NamespaceRecord *record = first->next;
  for (unsigned i = 0; record && i < max_namespaces; i++, record = record->next) {
    unsigned objects = 0;
    for (const link_map *object = record->base.r_map; object && objects < max_objects; object = object->l_next, objects++) {
      ElfW(Phdr) segments[max_segments];
      unsigned count;
      if (!object->l_name || is_shared(*object, *first) || !read_segments(*object, segments, count)) continue;
      dl_phdr_info description = {};
      description.dlpi_addr = object->l_addr;
      description.dlpi_name = object->l_name;
      description.dlpi_phdr = segments;
      description.dlpi_phnum = static_cast<ElfW(Half)>(count);
      visit(context, description);
    }
  }
}

}  // namespace hagstone
