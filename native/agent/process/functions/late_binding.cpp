// SPDX-License-Identifier: MIT
#include "late_binding.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include <initializer_list>

#include "base/system_call.h"
#include "process/own_extent.h"

namespace hagstone {

namespace {

constexpr uint64_t page = 4096;

struct SymbolTable {
  const ElfW(Sym) * symbols;
  const char *names;
  const uint32_t *gnu_hash;
};

// The data that relocations of one loaded object need.
struct Dynamic {
  SymbolTable table = {};
  const ElfW(Rela) * relocations[2] = {};  // of data, of calls
  size_t counts[2] = {};
};

// glibc turns the addresses in a writable dynamic section into run-time addresses; the vDSO keeps its own.
template <typename T>
const T *at(const dl_phdr_info &object, uint64_t address) {
  return reinterpret_cast<const T *>(address < object.dlpi_addr ? object.dlpi_addr + address : address);
}

// Number of symbols, which the table itself does not say: the last chain of the hash table ends it.
uint32_t count_symbols(const uint32_t *gnu_hash) {
  const uint32_t buckets = gnu_hash[0], first = gnu_hash[1], bloom_words = gnu_hash[2];
  const uint32_t *bucket = gnu_hash + 4 + bloom_words * 2, *chain = bucket + buckets;
  uint32_t last = 0;
  for (uint32_t i = 0; i < buckets; i++)
    if (bucket[i] > last) last = bucket[i];
  if (last < first) return first;
  while (!(chain[last - first] & 1)) last++;
  return last + 1;
}

Dynamic read_dynamic(const dl_phdr_info &object) {
  Dynamic dynamic;
  const ElfW(Dyn) *entry = nullptr;
  for (int i = 0; i < object.dlpi_phnum; i++)
    if (object.dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = reinterpret_cast<const ElfW(Dyn) *>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    const uint64_t value = entry->d_un.d_val;
    switch (entry->d_tag) {
      case DT_SYMTAB: dynamic.table.symbols = at<ElfW(Sym)>(object, value); break;
      case DT_STRTAB: dynamic.table.names = at<char>(object, value); break;
      case DT_GNU_HASH: dynamic.table.gnu_hash = at<uint32_t>(object, value); break;
      case DT_RELA: dynamic.relocations[0] = at<ElfW(Rela)>(object, value); break;
      case DT_RELASZ: dynamic.counts[0] = value / sizeof(ElfW(Rela)); break;
      case DT_JMPREL: dynamic.relocations[1] = at<ElfW(Rela)>(object, value); break;
      case DT_PLTRELSZ: dynamic.counts[1] = value / sizeof(ElfW(Rela)); break;
      default: break;
    }
  }
  return dynamic;
}

bool is_own(const dl_phdr_info &object) {
  const uint64_t own = own_extent().start;
  for (int i = 0; i < object.dlpi_phnum; i++) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    const uint64_t start = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && own >= start && own < start + segment.p_memsz) return true;
  }
  return false;
}

// They call each other's and their own functions, often under locks.
bool is_part_of_libc(const char *path) {
  const char *name = strrchr(path, '/');
  name = name ? name + 1 : path;
  for (const char *part : {"libc.so", "libc-2", "ld-", "ld.so", "libpthread", "libdl", "librt", "linux-vdso"})
    if (!strncmp(name, part, strlen(part))) return true;
  return false;
}

class Binder {
 public:
  static int visit(dl_phdr_info *object, size_t, void *self) {
    static_cast<Binder *>(self)->add(*object);
    return 0;
  }
  static int visit_own(dl_phdr_info *object, size_t, void *self) {
    if (!is_own(*object)) return 0;
    auto *binder = static_cast<Binder *>(self);
    binder->own_ = read_dynamic(*object).table;
    binder->own_base_ = object->dlpi_addr;
    binder->own_count_ = binder->own_.gnu_hash ? count_symbols(binder->own_.gnu_hash) : 0;
    return 1;
  }

 private:
  void add(const dl_phdr_info &object) {
    if (is_own(object) || is_part_of_libc(object.dlpi_name)) return;
    const Dynamic dynamic = read_dynamic(object);
    if (!dynamic.table.symbols || !dynamic.table.names) return;
    for (int kind = 0; kind < 2; kind++)
      for (size_t i = 0; dynamic.relocations[kind] && i < dynamic.counts[kind]; i++)
        bind(object, dynamic.table, dynamic.relocations[kind][i]);
  }

  void bind(const dl_phdr_info &object, const SymbolTable &table, const ElfW(Rela) & relocation) {
    const auto type = ELF64_R_TYPE(relocation.r_info);
    if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) return;
    const ElfW(Sym) &symbol = table.symbols[ELF64_R_SYM(relocation.r_info)];
    // A function that the object defines itself is not libc's.
    if (symbol.st_shndx != SHN_UNDEF) return;
    const uint64_t function = find_own(table.names + symbol.st_name);
    if (!function) return;
    auto *slot = reinterpret_cast<uint64_t *>(object.dlpi_addr + relocation.r_offset);
    if (*slot == function) return;
    const bool read_only = in_read_only(object, reinterpret_cast<uint64_t>(slot));
    auto *start = reinterpret_cast<void *>(reinterpret_cast<uint64_t>(slot) & ~(page - 1));
    if (read_only && call(SYS_mprotect, start, page, PROT_READ | PROT_WRITE) < 0) return;
    __atomic_store_n(slot, function, __ATOMIC_RELEASE);
    if (read_only) call(SYS_mprotect, start, page, PROT_READ);
  }

  uint64_t find_own(const char *name) const {
    for (uint32_t i = 1; i < own_count_; i++) {
      const ElfW(Sym) &symbol = own_.symbols[i];
      if (symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
          !strcmp(own_.names + symbol.st_name, name))
        return own_base_ + symbol.st_value;
    }
    return 0;
  }

  // The dynamic linker protects whole pages of PT_GNU_RELRO.
  static bool in_read_only(const dl_phdr_info &object, uint64_t address) {
    for (int i = 0; i < object.dlpi_phnum; i++) {
      const ElfW(Phdr) &segment = object.dlpi_phdr[i];
      if (segment.p_type != PT_GNU_RELRO) continue;
      const uint64_t start = (object.dlpi_addr + segment.p_vaddr) & ~(page - 1);
      const uint64_t end = (object.dlpi_addr + segment.p_vaddr + segment.p_memsz) & ~(page - 1);
      if (address >= start && address < end) return true;
    }
    return false;
  }

  SymbolTable own_ = {};
  uint64_t own_base_ = 0;
  uint32_t own_count_ = 0;
};

}  // namespace

void bind_late() {
  Binder binder;
  if (dl_iterate_phdr(Binder::visit_own, &binder)) dl_iterate_phdr(Binder::visit, &binder);
}

}  // namespace hagstone
