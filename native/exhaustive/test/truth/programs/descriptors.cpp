// SPDX-License-Identifier: GPL-2.0-or-later
#include "descriptors.h"

#include <sys/timerfd.h>
#include <unistd.h>

namespace hagstone::truth {

namespace {

bool move(int from, int to) {
  if (from < 0 || dup2(from, to) < 0) return false;
  return from == to || close(from) == 0;
}

bool make_pipe(int read_end, int write_end) {
  int ends[2];
  return pipe(ends) == 0 && move(ends[0], read_end) && move(ends[1], write_end);
}

}  // namespace

bool make_descriptors() {
  for (uint32_t slot = 0; slot < most_threads; slot++)
    if (!move(timerfd_create(CLOCK_MONOTONIC, 0), timer_of(slot))) return false;
  for (uint32_t thread = 0; thread < most_threads_of_process; thread++)
    if (!make_pipe(begun_read_end(thread), begun_write_end(thread))) return false;
  return make_pipe(pipe_read_end, pipe_write_end);
}

}  // namespace hagstone::truth
