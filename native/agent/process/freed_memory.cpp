// SPDX-License-Identifier: MIT
// Interposes free, realloc and munmap; memory released by C++ and libc itself arrives through free as well. These
// functions only compare addresses: any thread may call them at any time, even the dynamic linker before the agent's
// constructor has run.
#include "process/freed_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/thread_storage.h"
#include "process/functions/next_function.h"
#include "sampling/armed_memory.h"

namespace hagstone {

namespace {

using UsableSize = size_t(void *);

void (*next_free)(void *) = nullptr;
void *(*next_realloc)(void *, size_t) = nullptr;
int (*next_munmap)(void *, size_t) = nullptr;
UsableSize *usable_size = nullptr;  // nullptr: not known

// libc may free its dlerror buffer while it looks up a function.

template <typename Function>
Function *known(Function *&cache) {
  return __atomic_load_n(&cache, __ATOMIC_RELAXED);
}

// nullptr within the look-up itself.
template <typename Function>
Function *look_up(Function *&cache, const char *name) {
  if (hagstone_thread_storage.looking_up_allocator) return nullptr;
  hagstone_thread_storage.looking_up_allocator = true;
  Function *found = next_function(cache, name);
  hagstone_thread_storage.looking_up_allocator = false;
  return found;
}

// Bytes of the heap block if a watchpoint may be waiting for some of them, otherwise 0.
size_t watched_size(void *block) {
  UsableSize *size_of = __atomic_load_n(&usable_size, __ATOMIC_RELAXED);
  if (!block || !size_of) return 0;
  const size_t size = size_of(block);
  return size && armed_memory.may_be_armed(reinterpret_cast<uint64_t>(block), size) ? size : 0;
}

// Separate, so that the common path needs no stack. All call libc last: no frame of the agent may be in the calling
// contexts of libc's accesses.
__attribute__((noinline)) void free_at_first(void *block) {
  if (auto libc = look_up(next_free, "free")) libc(block);
}

__attribute__((noinline)) void free_watched(void *block) {
  if (const size_t size = watched_size(block)) armed_memory.end(reinterpret_cast<uint64_t>(block), size);
  known(next_free)(block);
}

// The remaining part of the block stays, with its content.
__attribute__((noinline)) void *reallocate_watched(void *block, size_t size, size_t wanted) {
  void *moved = known(next_realloc)(block, wanted);
  const auto start = reinterpret_cast<uint64_t>(block);
  if (moved == block) {
    const size_t left = usable_size(block);
    if (left < size) armed_memory.end(start + left, size - left);
  } else if (moved || !wanted) {
    armed_memory.end(start, size);
  }
  return moved;
}

__attribute__((noinline)) void *reallocate_armed(void *block, size_t bytes) {
  const size_t size = watched_size(block);
  return size ? reallocate_watched(block, size, bytes) : known(next_realloc)(block, bytes);
}

__attribute__((noinline)) void *reallocate_at_first(void *block, size_t bytes) {
  if (auto libc = look_up(next_realloc, "realloc")) return libc(block, bytes);
  errno = ENOMEM;
  return nullptr;
}

__attribute__((noinline)) int unmap_armed(void *address, size_t bytes) {
  armed_memory.end(reinterpret_cast<uint64_t>(address), bytes);
  return known(next_munmap)(address, bytes);
}

__attribute__((noinline)) int unmap_at_first(void *address, size_t bytes) {
  return next_function(next_munmap, "munmap")(address, bytes);
}

}  // namespace

void find_block_sizes(const ModuleMapSnapshot &modules) {
  void *free_function = reinterpret_cast<void *>(next_function(next_free, "free"));
  void *size_function = next_symbol("malloc_usable_size");
  const Module *of_free = modules.find(reinterpret_cast<uint64_t>(free_function));
  const Module *of_size = modules.find(reinterpret_cast<uint64_t>(size_function));
  auto *found = size_function && of_free && of_free == of_size ? reinterpret_cast<UsableSize *>(size_function) : nullptr;
  __atomic_store_n(&usable_size, found, __ATOMIC_RELAXED);
}

}  // namespace hagstone

HAGSTONE_INTERPOSED void free(void *block) noexcept {
  using namespace hagstone;
  auto libc = known(next_free);
  if (!libc) return free_at_first(block);
  if (armed_memory.is_anything_armed()) return free_watched(block);
  libc(block);
}

HAGSTONE_INTERPOSED void *realloc(void *block, size_t bytes) noexcept {
  using namespace hagstone;
  auto libc = known(next_realloc);
  if (!libc) return reallocate_at_first(block, bytes);
  return armed_memory.is_anything_armed() ? reallocate_armed(block, bytes) : libc(block, bytes);
}

HAGSTONE_INTERPOSED int munmap(void *address, size_t bytes) noexcept {
  using namespace hagstone;
  auto libc = known(next_munmap);
  if (!libc) return unmap_at_first(address, bytes);
  return bytes && armed_memory.is_anything_armed() ? unmap_armed(address, bytes) : libc(address, bytes);
}
