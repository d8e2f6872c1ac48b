/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "left_frames.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

#include "exhaustive/contexts/calling_context.h"
#include "common/raw_format.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/tables/hash_table.h"
#include "exhaustive/recording/modules.h"
#include "exhaustive/shadow.h"

/* Place and thread: the frame's context below the place of its caller's frame, in units of 8 bytes. */
static struct hagstone_hash_table left;
enum { PLACE_BITS = 64 - HAGSTONE_CALLING_CONTEXT_BITS };
#define NO_PLACE ((1ull << PLACE_BITS) - 1)

static uint64_t place_of(const struct hagstone_frame *frame) { return frame->place & ~HAGSTONE_PLACE_WATCHED; }

enum { NO_CALLS = HAGSTONE_FRAME_SIGNAL | HAGSTONE_FRAME_BOTTOM | HAGSTONE_FRAME_OF_STACK };

/* Callers of signal handlers and of a stack's first function have no place. */
static uint64_t place_of_caller(const struct hagstone_frame *frame) {
  const struct hagstone_frame *caller = frame - 1;
  return !(caller->flags & NO_CALLS) ? place_of(caller) / 8 : NO_PLACE;
}

void hagstone_leave_frames(const struct hagstone_frame *survivor) {
  hagstone_running_context(); /* so that all have contexts */
  for (const struct hagstone_frame *frame = hagstone_engine.top; frame > survivor; frame--) {
    if (frame->flags & NO_CALLS || place_of(frame) >= HAGSTONE_PROGRAM_END) continue;
    uint64_t *kept = hagstone_hash_add(&left, place_of(frame), hagstone_engine.thread);
    if (!kept) return;
    *kept = place_of_caller(frame) << HAGSTONE_CALLING_CONTEXT_BITS | frame->context;
    hagstone_engine.near = HAGSTONE_NEAR;
  }
}

/* Whether the place holds the return address of the call that led to the context. */
static int is_there(uint64_t place, hagstone_calling_context context) {
  if (!VG_(am_is_valid_for_client)(place, sizeof(uint64_t), VKI_PROT_READ)) return 0;
  const uint64_t address = *(const uint64_t *)place;
  const struct hagstone_loaded_module *module = hagstone_module_at(address);
  uint32_t called_in;
  uint64_t called_at;
  return hagstone_called_from(context, &called_in, &called_at) &&
         called_in == (module ? module->index : HAGSTONE_MODULE_UNKNOWN) &&
         called_at + 1 == (module ? address - module->bias : address);
}

static hagstone_calling_context context_in(uint64_t kept) {
  return (hagstone_calling_context)(kept & ((1u << HAGSTONE_CALLING_CONTEXT_BITS) - 1));
}

static uint64_t left_at(uint64_t place) {
  const uint64_t *kept = hagstone_hash_find(&left, place, hagstone_engine.thread);
  return kept && is_there(place, context_in(*kept)) ? *kept : 0;
}

static struct hagstone_frame *reversed(struct hagstone_frame *low, struct hagstone_frame *const end) {
  for (struct hagstone_frame *high = end; low < high; low++, high--) {
    const struct hagstone_frame frame = *low;
    *low = *high;
    *high = frame;
  }
  return end;
}

struct hagstone_frame *hagstone_find_left_frames(struct hagstone_frame *top, uint64_t stack_pointer) {
  if (hagstone_engine.near != HAGSTONE_NEAR) return top;
  uint64_t kept = left_at(stack_pointer - 8);
  if (!kept) return top;
  hagstone_frame_context(top);
  struct hagstone_frame *end = top;
  for (;;) {
    const uint64_t place = kept >> HAGSTONE_CALLING_CONTEXT_BITS;
    if (place == NO_PLACE || place * 8 >= place_of(top)) {
      /* The outermost one of its stack: its caller continues in its own earlier context. */
      const hagstone_calling_context caller = hagstone_parent_context(context_in(kept));
      if (caller != top->context) *++end = (struct hagstone_frame){place_of(top) - 8, caller, HAGSTONE_FRAME_OF_STACK};
      break;
    }
    if (!(kept = left_at(place * 8))) break;
    *++end = (struct hagstone_frame){place * 8, context_in(kept), 0};
  }
  return reversed(top + 1, end);
}
