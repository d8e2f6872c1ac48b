// SPDX-License-Identifier: MIT
// process/functions/next_function.h where the agent is linked into a static program: the linker's --wrap leads the program's calls
// to the agent, and __real_ names lead on to libc.
#include "process/functions/next_function.h"

#include <errno.h>

#include "base/text.h"

// X(name): every libc function that the agent looks up by name. --wrap is given for the interposed ones.
// clang-format off
#define HAGSTONE_LIBC_FUNCTIONS(X) \
  X(close) X(execve) X(execveat) X(execvpe) X(fexecve) X(free) X(munmap) X(posix_spawn) X(posix_spawnp) X(prctl) X(pthread_create) X(pthread_sigmask) X(ptrace) \
  X(quick_exit) X(realloc) X(sigaction) X(signal) X(sigpending) X(sigprocmask) X(sigset) X(sigtimedwait) X(sigwait) X(syscall) \
  X(sysv_signal) X(thrd_create)
// clang-format on
#define HAGSTONE_UNWRAPPED_FUNCTIONS(X) X(__register_atfork) X(pthread_key_create) X(pthread_setspecific)

extern "C" {
#define HAGSTONE_X(name) void __real_##name();
HAGSTONE_LIBC_FUNCTIONS(HAGSTONE_X)
#undef HAGSTONE_X
}
#define HAGSTONE_X(name) extern "C" void hagstone_libc_##name() __asm__(#name);
HAGSTONE_UNWRAPPED_FUNCTIONS(HAGSTONE_X)
#undef HAGSTONE_X
// Weak: a program with its own allocator need not have it, and must not get libc's for it.
extern "C" __attribute__((weak)) void hagstone_libc_malloc_usable_size() __asm__("malloc_usable_size");

extern "C" __attribute__((weak)) const unsigned _thread_db_sizeof_pthread;

// The symbol that the link requests, to pull in the archive's only object.
extern "C" __attribute__((visibility("default"))) const char hagstone_linked_in = 1;

namespace hagstone {

namespace {

// clang-format off
const struct {
  const char *name;
  void (*function)();
} functions[] = {
#define HAGSTONE_X(name) {#name, __real_##name},
    HAGSTONE_LIBC_FUNCTIONS(HAGSTONE_X)
#undef HAGSTONE_X
#define HAGSTONE_X(name) {#name, hagstone_libc_##name},
    HAGSTONE_UNWRAPPED_FUNCTIONS(HAGSTONE_X)
#undef HAGSTONE_X
    {"malloc_usable_size", hagstone_libc_malloc_usable_size},
};
// clang-format on

}  // namespace

// Nothing can be loaded late here.
void look_up_globally() {}

void *next_symbol(const char *name) {
  for (const auto &known : functions)
    if (text_equal(known.name, name)) return reinterpret_cast<void *>(known.function);
  if (text_equal(name, "_thread_db_sizeof_pthread")) return const_cast<unsigned *>(&_thread_db_sizeof_pthread);
  return nullptr;
}

long returned(long kernel_result) {
  if (kernel_result >= 0 || kernel_result < -4095) return kernel_result;
  errno = static_cast<int>(-kernel_result);
  return -1;
}

}  // namespace hagstone
