/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames that a thread left without returning from them. A longjmp or an exception leaves them for good. A switch to
 * another stack, as by coroutines (makecontext, Boost.Context), leaves them until the thread comes back: their return
 * addresses are still in place, so it then returns from the innermost one as usual. */
#ifndef HAGSTONE_LEFT_FRAMES_H
#define HAGSTONE_LEFT_FRAMES_H

#include "frames.h"

/* The frames above `survivor`, up to the running thread's top. */
void hagstone_leave_frames(const struct hagstone_frame *survivor);

/* The running thread has taken a return address from below `stack_pointer`, and `top` is the rest of its frames.
   Restores above that the callers of the function it returned from, if it had left that. Returns the resulting top. */
struct hagstone_frame *hagstone_find_left_frames(struct hagstone_frame *top, uint64_t stack_pointer);

#endif
