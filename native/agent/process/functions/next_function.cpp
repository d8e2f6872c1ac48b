// SPDX-License-Identifier: MIT
#include "next_function.h"

#include <errno.h>

// The version that every glibc has; the newest one, GLIBC_2.34, would keep the agent from loading on older systems.
// dlsym itself cannot be looked up this way: the dynamic linker would find the agent's.
extern "C" void *hagstone_dlvsym(void *handle, const char *name, const char *version);
__asm__(".symver hagstone_dlvsym, dlvsym@GLIBC_2.2.5");

namespace hagstone {

namespace {
void *next_object = reinterpret_cast<void *>(-1L);  // RTLD_NEXT
Dlsym *found_dlsym = nullptr;
}  // namespace

Dlsym *libc_dlsym() {
  Dlsym *known = __atomic_load_n(&found_dlsym, __ATOMIC_RELAXED);
  if (!known) {
    known = reinterpret_cast<Dlsym *>(hagstone_dlvsym(next_object, "dlsym", "GLIBC_2.2.5"));
    __atomic_store_n(&found_dlsym, known, __ATOMIC_RELAXED);
  }
  return known;
}

void look_up_globally() { next_object = nullptr; }

void *next_symbol(const char *name) { return libc_dlsym()(next_object, name); }

long returned(long kernel_result) {
  if (kernel_result >= 0 || kernel_result < -4095) return kernel_result;
  errno = static_cast<int>(-kernel_result);
  return -1;
}

}  // namespace hagstone
