// SPDX-License-Identifier: GPL-2.0-or-later
//
// Shadow memory outside of Valgrind, at the same addresses: reserved once, for all tests of the process.
#include <sys/mman.h>

#include <cstring>

#include "exhaustive/shadow.h"

extern "C" {

const char *hagstone_reserve_shadow(hagstone_shadow shadow, uint64_t bytes) {
  static bool reserved[HAGSTONE_SHADOW_COUNT];
  if (reserved[shadow]) return nullptr;
  void *wanted = reinterpret_cast<void *>(HAGSTONE_SHADOW_BASE(shadow));
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != wanted) return "no address space for a shadow";
  reserved[shadow] = true;
  return nullptr;
}

const char *hagstone_reserve_dense_shadow(hagstone_shadow shadow, uint64_t bytes) {
  return hagstone_reserve_shadow(shadow, bytes);
}

void hagstone_clear_shadow(uint64_t address, uint64_t bytes) { std::memset(reinterpret_cast<void *>(address), 0, bytes); }
}
