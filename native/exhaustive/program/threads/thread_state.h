/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread of the program. */
#ifndef HAGSTONE_THREAD_STATE_H
#define HAGSTONE_THREAD_STATE_H

#include "exhaustive/program/heap_functions.h"
#include "exhaustive/measurement.h"
#include "exhaustive/parallel/begun_region.h"
#include "exhaustive/contexts/shadow_stack/frames.h"

/* An allocation function in progress. */
struct hagstone_allocation {
  struct hagstone_frame *frame; /* its own; null: none */
  enum hagstone_heap_function function;
  hagstone_calling_context context;
  uint64_t block;               /* realloc: the old one; posix_memalign: where the result is put */
  uint64_t bytes;
};

/* Memory as it was when a system call announced that it would write there. */
struct hagstone_announced_write {
  uint64_t address;
  uint64_t bytes;
};
/* Memory that a system call is to pass on, as far as its result will say. */
struct hagstone_passed_on {
  uint64_t address;
  uint64_t bytes;
};
enum { HAGSTONE_MOST_PASSED_ON = 32 };
enum { HAGSTONE_MOST_ANNOUNCED_WRITES = 8, HAGSTONE_KEPT_BYTES = 1 << 20, HAGSTONE_DEEPEST_REGION = 16 };

struct hagstone_program_thread {
  uint32_t index;               /* 0: not in use */
  uint32_t thread_id;
  uint32_t system_call;         /* in progress */
  uint32_t waits;               /* it may wait in that */
  uint32_t other_stacks;        /* while it does not run, as the two below */
  struct hagstone_frame *stack;
  struct hagstone_frame *top;
  struct hagstone_allocation allocation;
  struct hagstone_allocation operator_new;
  uint64_t latest_block;        /* that began since operator_new was entered */
  uint32_t announced_count;
  uint64_t kept_bytes;
  struct hagstone_announced_write announced[HAGSTONE_MOST_ANNOUNCED_WRITES];
  uint32_t passed_on_count;
  struct hagstone_passed_on passed_on[HAGSTONE_MOST_PASSED_ON];
  uint64_t second_argument;     /* of the system call */
  uint32_t region_count;        /* that the program says it is in, the outermost first; 0: one that is not recorded */
  uint32_t regions[HAGSTONE_DEEPEST_REGION];
  uint32_t regions_beyond;      /* begun where no more could be kept, and not ended yet */
  uint32_t begun_count;         /* regions of OpenMP that it began and has not left, as far as was looked */
  struct hagstone_begun_region begun[HAGSTONE_MOST_BEGUN];
  uint8_t *kept; /* of all of them, one after the other; null: nothing was announced yet */
};

#endif
