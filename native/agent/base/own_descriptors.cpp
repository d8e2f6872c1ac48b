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
constexpr int highest = own_descriptor_end;
constexpr int bits_per_word = 64;

int range_end = 0;  // one past the last
uint64_t owned[highest / bits_per_word] = {};

uint64_t &word_of(int descriptor) { return owned[descriptor / bits_per_word]; }
uint64_t bit_of(int descriptor) { return uint64_t{1} << (descriptor % bits_per_word); }

}  // namespace

namespace {

// The target's descriptors stay below.
int start_of_range_to(int end) { return end / 2; }

int range_end_by_limit() {
  rlimit limit = {};
  call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, &limit);
  return limit.rlim_cur < highest ? static_cast<int>(limit.rlim_cur) : highest;
}

int duplicate_above(int descriptor, int end) {
  return static_cast<int>(call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, start_of_range_to(end)));
}

}  // namespace

void reserve_descriptor_range() { range_end = range_end_by_limit(); }

int keep_descriptor(int descriptor) {
  int end = __atomic_load_n(&range_end, __ATOMIC_RELAXED);
  int moved = duplicate_above(descriptor, end);
  // The target has lowered its limit below the range, as servers do that open as many descriptors as they have clients.
  if (moved == -EINVAL) {
    end = range_end_by_limit();
    moved = duplicate_above(descriptor, end);
    if (moved >= 0) __atomic_store_n(&range_end, end, __ATOMIC_RELAXED);
  }
  call(SYS_close, descriptor);
  if (moved == -EINVAL) return -EMFILE;
  if (moved >= end) {
    call(SYS_close, moved);
    return -EMFILE;
  }
  if (moved >= 0) __atomic_or_fetch(&word_of(moved), bit_of(moved), __ATOMIC_RELEASE);
  return moved;
}

bool adopt_descriptor(int descriptor) {
  if (descriptor < 0 || descriptor >= highest) return false;
  __atomic_or_fetch(&word_of(descriptor), bit_of(descriptor), __ATOMIC_RELEASE);
  return true;
}

bool is_own_descriptor(int descriptor) {
  return descriptor >= 0 && descriptor < highest &&
         (__atomic_load_n(&word_of(descriptor), __ATOMIC_ACQUIRE) & bit_of(descriptor));
}

void close_own_descriptor(int descriptor) {
  if (!is_own_descriptor(descriptor)) return;
  // The bit first: the number may belong to the target as soon as it is closed.
  __atomic_and_fetch(&word_of(descriptor), ~bit_of(descriptor), __ATOMIC_RELEASE);
  call(SYS_close, descriptor);
}

int own_descriptor_room() {
  const int end = __atomic_load_n(&range_end, __ATOMIC_RELAXED);
  return end - start_of_range_to(end);
}

int next_own_descriptor(int from) {
  for (int descriptor = from < 0 ? 0 : from; descriptor < highest; descriptor++) {
    if (!(__atomic_load_n(&word_of(descriptor), __ATOMIC_ACQUIRE) >> (descriptor % bits_per_word)))
      descriptor |= bits_per_word - 1;
    else if (is_own_descriptor(descriptor))
      return descriptor;
  }
  return highest;
}

void close_own_descriptors_but(int kept) {
  for (int own = next_own_descriptor(0); own < highest; own = next_own_descriptor(own + 1))
    if (own != kept) close_own_descriptor(own);
}

}  // namespace hagstone
