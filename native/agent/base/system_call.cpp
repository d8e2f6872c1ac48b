// SPDX-License-Identifier: MIT
#include "base/system_call.h"

#include <sys/mman.h>

namespace hagstone {

void *map_pages(uint64_t bytes) {
  long result = call(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return result < 0 ? nullptr : reinterpret_cast<void *>(result);
}

void unmap_pages(void *address, uint64_t bytes) { call(SYS_munmap, address, bytes); }

void *remap_pages(void *address, uint64_t old_bytes, uint64_t new_bytes) {
  long result = call(SYS_mremap, address, old_bytes, new_bytes, MREMAP_MAYMOVE);
  return result < 0 ? nullptr : reinterpret_cast<void *>(result);
}

int current_process() { return static_cast<int>(system_call(SYS_getpid)); }
int current_thread() { return static_cast<int>(system_call(SYS_gettid)); }

}  // namespace hagstone
