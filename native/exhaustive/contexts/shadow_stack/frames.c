/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "frames.h"

#include "exhaustive/contexts/calling_context.h"
#include "exhaustive/engine_state.h"

hagstone_calling_context hagstone_frame_context(struct hagstone_frame *frame) {
  struct hagstone_frame *resolved = frame;
  while (resolved->flags & HAGSTONE_FRAME_UNRESOLVED) resolved--;
  for (; resolved < frame; resolved++) {
    resolved[1].context = hagstone_callee(resolved->context, resolved[1].context);
    resolved[1].flags &= ~(uint32_t)HAGSTONE_FRAME_UNRESOLVED;
  }
  return frame->context;
}

hagstone_calling_context hagstone_running_context(void) { return hagstone_frame_context(hagstone_engine.top); }
