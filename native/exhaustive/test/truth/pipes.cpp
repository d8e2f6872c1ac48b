// SPDX-License-Identifier: GPL-2.0-or-later
#include "pipes.h"

#include <unistd.h>

#include "program.h"

namespace hagstone::truth {

bool make_pipes() {
  for (int i = 0; i < pipe_count; i++) {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[0], read_end(i)) < 0 || dup2(ends[1], write_end(i)) < 0) return false;
    close(ends[0]);
    close(ends[1]);
  }
  return true;
}

}  // namespace hagstone::truth
