// SPDX-License-Identifier: MIT
// The libc functions that the agent interposes, or needs without depending on their symbol versions.
#ifndef HAGSTONE_PROCESS_NEXT_FUNCTION_H
#define HAGSTONE_PROCESS_NEXT_FUNCTION_H

// Marks functions that the dynamic linker must find before libc's.
#define HAGSTONE_INTERPOSED extern "C" __attribute__((visibility("default")))

namespace hagstone {

using Dlsym = void *(void *handle, const char *name);

// libc's dlsym, past the agent's own.
Dlsym *libc_dlsym();

// From now on dlsym(RTLD_DEFAULT, name) in place of RTLD_NEXT, which a library that was loaded late must not ask for.
void look_up_globally();

// dlsym(RTLD_NEXT, name). Not in signal handlers.
void *next_symbol(const char *name);

// Looked up at the first call: the target may call before the agent's constructor has run.
template <typename Function>
Function *next_function(Function *&cache, const char *name) {
  Function *function = __atomic_load_n(&cache, __ATOMIC_RELAXED);
  if (!function) {
    function = reinterpret_cast<Function *>(next_symbol(name));
    __atomic_store_n(&cache, function, __ATOMIC_RELAXED);
  }
  return function;
}

// Sets errno and returns -1 for a negative errno, else the value: libc's way of returning.
long returned(long kernel_result);

}  // namespace hagstone

#endif
