/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A parallel region of OpenMP that a thread began (team_regions.h). */
#ifndef HAGSTONE_BEGUN_REGION_H
#define HAGSTONE_BEGUN_REGION_H

#include <stdint.h>

#include "measurement.h"

struct hagstone_frame;

enum { HAGSTONE_MOST_BEGUN = 16 };

/* The runtime that passes a region's code on. */
enum hagstone_team_runtime {
  HAGSTONE_NO_TEAM,
  HAGSTONE_TEAM_OF_GCC, /* GOMP_parallel(code, data, ...), which calls code(data) */
  HAGSTONE_TEAM_OF_LLVM /* __kmpc_fork_call(location, count, code, data, ...), which calls code(thread, bound thread, data, ...) */
};

/* A region that a thread began. */
struct hagstone_begun_region {
  struct hagstone_frame *frame; /* of the runtime's function, or of the one that jumped there */
  uint64_t place; /* of that frame */
  hagstone_calling_context context;
  enum hagstone_team_runtime runtime;
  uint64_t code;
  uint64_t data;
};

#endif
