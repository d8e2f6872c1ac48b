/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The data that translated code reads and writes at constant addresses: the state of the running thread. Switched
 * between threads by threads.c. */
#ifndef HAGSTONE_ENGINE_STATE_H
#define HAGSTONE_ENGINE_STATE_H

#include <stdint.h>

struct hagstone_frame;
struct hagstone_program_thread;
struct hagstone_engine_state {
  struct hagstone_frame *top;  /* of its shadow stack */
  uint64_t context;            /* hagstone_calling_context: top->context */
  uint64_t measuring;          /* 1: inside a measured window, or there are none, and collecting; 0: not */
  int64_t remaining;           /* instructions until the window opens or closes */
  uint64_t thread;             /* index, from 1 */
  uint32_t collecting;         /* 0: the program stopped collection */
  uint32_t other_stacks;       /* signal handlers on alternate stacks in progress */
  struct hagstone_program_thread *running;
  uint64_t near;               /* jumps to further below the innermost frame are checked (left_frames.h) */
};
/* Stacks are larger than that, and a function's own frame is mostly smaller. At first `near` is all of memory. */
#define HAGSTONE_NEAR 4096ull
extern struct hagstone_engine_state hagstone_engine;

#endif
