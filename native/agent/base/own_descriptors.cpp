// SPDX-License-Identifier: MIT
#include "base/own_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/resource.h>

#include "base/system_call.h"

namespace hagstone {

namespace {

// Higher numbers would make the kernel grow the descriptor table of every process, and copy it at every fork.
constexpr int highest = 4096;
constexpr int bits_per_word = 64;

int range_start = 0;
int range_end = 0;  // one past the last
uint64_t kept[highest / bits_per_word] = {};

uint64_t &word_of(int descriptor) { return kept[descriptor / bits_per_word]; }
uint64_t bit_of(int descriptor) { return uint64_t{1} << (descriptor % bits_per_word); }

}  // namespace

void reserve_descriptor_range() {
  rlimit limit = {};
  call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit);
  range_end = limit.rlim_cur < highest ? static_cast<int>(limit.rlim_cur) : highest;
  range_start = range_end / 2;
}

int keep_descriptor(int descriptor) {
  int moved = static_cast<int>(call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, range_start));
  call(SYS_close, descriptor);
  if (moved >= range_end) {
    call(SYS_close, moved);
    return -EMFILE;
  }
  if (moved >= 0) __atomic_or_fetch(&word_of(moved), bit_of(moved), __ATOMIC_RELEASE);
  return moved;
}

bool is_own_descriptor(int descriptor) {
  return descriptor >= range_start && descriptor < range_end &&
         (__atomic_load_n(&word_of(descriptor), __ATOMIC_ACQUIRE) & bit_of(descriptor));
}

void close_own_descriptor(int descriptor) {
  if (!is_own_descriptor(descriptor)) return;
  // The bit first: the number may belong to the target as soon as it is closed.
  __atomic_and_fetch(&word_of(descriptor), ~bit_of(descriptor), __ATOMIC_RELEASE);
  call(SYS_close, descriptor);
}

int first_own_descriptor() { return range_start; }
int last_own_descriptor() { return range_end - 1; }

void close_all_own_descriptors() {
  for (int descriptor = range_start; descriptor < range_end; descriptor++) close_own_descriptor(descriptor);
}

}  // namespace hagstone
