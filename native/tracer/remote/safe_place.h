// SPDX-License-Identifier: MIT
// Whether a stopped thread may be made to call dlopen: it must not hold a lock of the loader or of the allocator. Other
// threads run on meanwhile and give theirs back.
#ifndef HAGSTONE_TRACER_SAFE_PLACE_H
#define HAGSTONE_TRACER_SAFE_PLACE_H

#include <sys/types.h>
#include <sys/user.h>

#include <vector>

#include "process_maps.h"

namespace hagstone {

class SafePlaces {
 public:
  explicit SafePlaces(pid_t process);

  // Safe are code of the program and its libraries other than libc, loader and allocators, and system calls that neither
  // allocates nor loads; both only outside signal handlers, which may have interrupted the allocator.
  bool is_safe(pid_t thread, const user_regs_struct &registers) const;

 private:
  bool holds_no_lock(uint64_t instruction) const;
  bool is_in_handler(pid_t thread, uint64_t stack_pointer) const;

  std::vector<Mapping> maps_;
  std::vector<uint64_t> handler_returns_;  // where signal handlers return to
  bool program_allocates_;                 // the program brings its own malloc
};

}  // namespace hagstone

#endif
