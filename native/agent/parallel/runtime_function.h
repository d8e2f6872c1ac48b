// SPDX-License-Identifier: MIT
// Functions of OpenMP runtimes that the agent interposes.
#ifndef HAGSTONE_PARALLEL_RUNTIME_FUNCTION_H
#define HAGSTONE_PARALLEL_RUNTIME_FUNCTION_H

#include <stdint.h>

#include "base/spin_lock.h"

namespace hagstone {

// A plugin may have brought its own runtime, visible only to its own objects (RTLD_LOCAL), and there may be several.
// Each caller gets the function that it would have got without the agent.
class RuntimeFunction {
 public:
  constexpr explicit RuntimeFunction(const char *name) : name_(name) {}

  // For the code that `return_address` is in. nullptr if no object has one. Not in signal handlers.
  void *find(uint64_t return_address) {
    void *known = __atomic_load_n(&global_, __ATOMIC_RELAXED);
    return known ? known : find_local(return_address);
  }

  // Objects may have been unloaded.
  static void forget_objects();

 private:
  struct Local {
    uint64_t start, end;  // of the object that calls
    void *function;
    uint32_t unloads;     // as it was then
  };
  static constexpr unsigned most_locals = 8;

  void *find_local(uint64_t return_address);
  void *look_up(uint64_t return_address, Local &local);

  const char *name_;
  void *global_ = nullptr;  // seen by all objects
  SpinLock lock_;
  unsigned next_ = 0;
  Local locals_[most_locals] = {};
};

// Whether two addresses of code lie in the same loaded object.
bool are_of_one_object(const void *one, const void *other);

}  // namespace hagstone

#endif
