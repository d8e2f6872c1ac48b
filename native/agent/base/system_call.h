// SPDX-License-Identifier: MIT
// System calls without libc: safe in signal handlers, never touch errno, never a cancellation point.
#ifndef HAGSTONE_BASE_SYSTEM_CALL_H
#define HAGSTONE_BASE_SYSTEM_CALL_H

#include <stdint.h>
#include <sys/syscall.h>

namespace hagstone {

// Returns the kernel's result: negative errno on failure.
inline long system_call(long number, uint64_t a = 0, uint64_t b = 0, uint64_t c = 0, uint64_t d = 0, uint64_t e = 0,
                        uint64_t f = 0) {
  register uint64_t r10 __asm__("r10") = d;
  register uint64_t r8 __asm__("r8") = e;
  register uint64_t r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

template <typename T>
inline uint64_t argument(T *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}
template <typename T>
inline uint64_t argument(T number) {
  return static_cast<uint64_t>(static_cast<int64_t>(number));
}

// For calls with arguments of any integer or pointer type.
template <typename... Arguments>
inline long call(long number, Arguments... arguments) {
  return system_call(number, argument(arguments)...);
}

// Anonymous, zeroed, private memory straight from the kernel; nullptr if it gives none. Costs no resident memory until
// touched.
void *map_pages(uint64_t bytes);
void unmap_pages(void *address, uint64_t bytes);
// mremap: the contents move too; nullptr (and the old mapping stays) if the kernel refuses.
void *remap_pages(void *address, uint64_t old_bytes, uint64_t new_bytes);

int current_process();
int current_thread();

}  // namespace hagstone

#endif
