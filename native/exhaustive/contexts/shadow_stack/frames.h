/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The frames of shadow stacks (shadow_stack.h), and their calling contexts. */
#ifndef HAGSTONE_FRAMES_H
#define HAGSTONE_FRAMES_H

#include <stdint.h>

#include "exhaustive/measurement.h"

struct hagstone_frame {
  uint64_t place;   /* where the program's stack holds the return address, and HAGSTONE_PLACE_WATCHED */
  uint32_t context; /* hagstone_calling_context of the function that was called */
  uint32_t flags; /* enum hagstone_frame_flag; above HAGSTONE_FRAME_SIZE_SHIFT the size of the other stack, bytes / 16 */
};
/* The return value is wanted (heap.c): the return matches no place and so ends in a repair. */
#define HAGSTONE_PLACE_WATCHED (1ull << 63)
enum hagstone_frame_flag {
  HAGSTONE_FRAME_SIGNAL = 1, /* of a signal handler; `place` is just below the interrupted frame, or */
  HAGSTONE_FRAME_OTHER_STACK = 2, /* the end of the alternate stack on which the handler runs */
  HAGSTONE_FRAME_BOTTOM = 4, /* a thread's first, never popped */
  HAGSTONE_FRAME_UNRESOLVED = 8, /* pushed outside of windows: `context` is the number of the call site yet. Frames above
                                     it are, too */
  HAGSTONE_FRAME_OF_TEAM = 32, /* of an OpenMP runtime that worked on a region of another thread: `context` is a root */
  HAGSTONE_FRAME_OF_STACK = 16 /* no call: code on a stack above that of the frames below; `context` is that of
                                     the function that switched to it */
};
enum { HAGSTONE_FRAME_SIZE_SHIFT = 6 };

/* Context of the called function. Resolves the frames below. */
hagstone_calling_context hagstone_frame_context(struct hagstone_frame *frame);
/* Context of the running thread, also outside windows, where hagstone_engine.context does not hold it. */
hagstone_calling_context hagstone_running_context(void);

#endif
