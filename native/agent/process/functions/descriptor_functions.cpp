// SPDX-License-Identifier: MIT
// Keeps the agent's descriptors from a target that closes or replaces all it did not open: to it they do not exist.
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/own_descriptors.h"
#include "base/system_call.h"
#include "next_function.h"

namespace hagstone {

namespace {

int (*next_close)(int) = nullptr;

int close_of_target(int descriptor) {
  if (is_own_descriptor(descriptor)) return static_cast<int>(returned(-EBADF));
  return next_function(next_close, "close")(descriptor);
}

// Closes [first, last] around the agent's descriptors.
long close_range_of_target(unsigned first, unsigned last, int flags) {
  if (first > last) return -EINVAL;
  unsigned begin = first;
  const int from = first < own_descriptor_end ? static_cast<int>(first) : own_descriptor_end;
  for (int own = next_own_descriptor(from); own < own_descriptor_end; own = next_own_descriptor(own + 1)) {
    unsigned number = static_cast<unsigned>(own);
    if (number > last) break;
    if (number > begin) {
      long failure = call(SYS_close_range, begin, number - 1, flags);
      if (failure < 0) return failure;
    }
    begin = number + 1;
  }
  return begin <= last ? call(SYS_close_range, begin, last, flags) : 0;
}

int duplicate(int from, int to, int flags, long number) {
  if (is_own_descriptor(from) || is_own_descriptor(to)) return static_cast<int>(returned(-EBADF));
  return static_cast<int>(returned(call(number, from, to, flags)));
}

}  // namespace

}  // namespace hagstone

HAGSTONE_INTERPOSED int close(int descriptor) { return hagstone::close_of_target(descriptor); }
HAGSTONE_INTERPOSED int __close(int descriptor) { return hagstone::close_of_target(descriptor); }

HAGSTONE_INTERPOSED int close_range(unsigned first, unsigned last, int flags) {
  return static_cast<int>(hagstone::returned(hagstone::close_range_of_target(first, last, flags)));
}

HAGSTONE_INTERPOSED void closefrom(int first) {
  using namespace hagstone;
  unsigned begin = first < 0 ? 0 : static_cast<unsigned>(first);
  if (close_range_of_target(begin, ~0u, 0) == 0) return;
  // Kernels before 5.9 have no close_range.
  for (long descriptor = begin, limit = sysconf(_SC_OPEN_MAX); descriptor < limit; descriptor++)
    if (!is_own_descriptor(static_cast<int>(descriptor))) hagstone::call(SYS_close, descriptor);
}

HAGSTONE_INTERPOSED int dup2(int from, int to) { return hagstone::duplicate(from, to, 0, SYS_dup2); }
HAGSTONE_INTERPOSED int __dup2(int from, int to) { return hagstone::duplicate(from, to, 0, SYS_dup2); }
HAGSTONE_INTERPOSED int dup3(int from, int to, int flags) { return hagstone::duplicate(from, to, flags, SYS_dup3); }
