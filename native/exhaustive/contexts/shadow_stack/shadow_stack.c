/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shadow_stack.h"

#include "exhaustive/contexts/calling_context.h"
#include "common/raw_format.h"
#include "exhaustive/engine_state.h"
#include "left_frames.h"
#include "exhaustive/recording/kernel.h"
#include "watched_return.h"

/* Address space for as many calls as a program stack of 1 GB holds at the least size of a frame, 16 bytes. */
enum { STACK_BYTES = 1 << 30 };
/* Bytes below the stack pointer that leaf functions use (System V ABI for AMD64, section 3.2.2). */
enum { RED_ZONE = 128 };
/* Above all stacks. */
#define PLACE_OF_NONE (~0ull & ~HAGSTONE_PLACE_WATCHED)

struct hagstone_cached_callee hagstone_callee_cache[1 << HAGSTONE_CALLEE_CACHE_BITS];

struct hagstone_frame *hagstone_new_shadow_stack(void) {
  return (struct hagstone_frame *)hagstone_kernel_reserve(0, STACK_BYTES);
}

void hagstone_reset_shadow_stack(struct hagstone_frame *stack, hagstone_calling_context root) {
  hagstone_kernel_release_pages(stack, STACK_BYTES);
  *stack = (struct hagstone_frame){PLACE_OF_NONE, root, HAGSTONE_FRAME_BOTTOM};
}

static void set_top(struct hagstone_frame *top) {
  hagstone_engine.top = top;
  hagstone_engine.context = top->context;
}

static uint64_t other_stack_bytes(const struct hagstone_frame *frame) {
  return (uint64_t)(frame->flags >> HAGSTONE_FRAME_SIZE_SHIFT) * 16;
}

static int is_on(const struct hagstone_frame *other_stack, uint64_t stack_pointer) {
  return stack_pointer <= other_stack->place && other_stack->place - stack_pointer <= other_stack_bytes(other_stack);
}

/* The frames below that of a signal handler on another stack, if the program has left that stack. */
static struct hagstone_frame *leave_other_stack(struct hagstone_frame *top, uint64_t stack_pointer) {
  for (struct hagstone_frame *frame = top; !(frame->flags & HAGSTONE_FRAME_BOTTOM); frame--)
    if (frame->flags & HAGSTONE_FRAME_OTHER_STACK) return is_on(frame, stack_pointer) ? top : frame - 1;
  return top;
}

/* The innermost frame whose return address is still on the stack: not below the stack pointer. */
static struct hagstone_frame *surviving_frame(struct hagstone_frame *top, uint64_t stack_pointer) {
  if (hagstone_engine.other_stacks) {
    struct hagstone_frame *survivor = leave_other_stack(top, stack_pointer);
    if (survivor != top) {
      hagstone_engine.other_stacks--;
      return surviving_frame(survivor, stack_pointer);
    }
  }
  while ((top->place & ~HAGSTONE_PLACE_WATCHED) < stack_pointer) {
    if (top->flags & HAGSTONE_FRAME_OTHER_STACK) hagstone_engine.other_stacks--;
    top--;
  }
  return top;
}

/* A jump out of functions leads to just above the outermost of them, or into a caller that had made room on its
   stack meanwhile, just below where that was called. A place far from both is on another stack. */
static int is_another_stack(const struct hagstone_frame *survivor, uint64_t stack_pointer) {
  const struct hagstone_frame *outermost = survivor + 1;
  return survivor != hagstone_engine.top && !(outermost->flags & HAGSTONE_FRAME_OTHER_STACK) &&
         stack_pointer - (outermost->place & ~HAGSTONE_PLACE_WATCHED) > HAGSTONE_NEAR &&
         (survivor->place & ~HAGSTONE_PLACE_WATCHED) - stack_pointer > HAGSTONE_NEAR;
}

static struct hagstone_frame *begin_stack_above(struct hagstone_frame *survivor, uint64_t stack_pointer) {
  if (!is_another_stack(survivor, stack_pointer)) return survivor;
  const uint32_t context = hagstone_engine.top->context;
  if (survivor->flags & HAGSTONE_FRAME_OF_STACK) {
    survivor->context = context;
    return survivor;
  }
  const uint64_t place = survivor->flags & HAGSTONE_FRAME_BOTTOM ? PLACE_OF_NONE : survivor->place - 8;
  survivor[1] = (struct hagstone_frame){place, context, HAGSTONE_FRAME_OF_STACK};
  return survivor + 1;
}

/* The thread's frames now that its stack pointer is another. */
static struct hagstone_frame *frames_at(uint64_t stack_pointer) {
  struct hagstone_frame *survivor = surviving_frame(hagstone_engine.top, stack_pointer);
  if (survivor != hagstone_engine.top) hagstone_leave_frames(survivor);
  struct hagstone_frame *found = hagstone_find_left_frames(survivor, stack_pointer);
  return found != survivor ? found : begin_stack_above(survivor, stack_pointer);
}

static void count_repair(void) { ++*hagstone_statistic(HAGSTONE_STATISTIC_stack_repairs); }

void hagstone_repair_call(struct hagstone_frame *top_before, uint64_t stack_pointer, uint64_t call_site) {
  /* The new return address is at the stack pointer: a frame there or below is gone. */
  struct hagstone_frame *top = surviving_frame(top_before, stack_pointer + 1);
  if (top != top_before) count_repair();
  const uint32_t site = (uint32_t)call_site;
  if (!hagstone_engine.measuring) {
    top[1] = (struct hagstone_frame){stack_pointer, site, HAGSTONE_FRAME_UNRESOLVED};
    set_top(top + 1);
    return;
  }
  const uint64_t key = hagstone_callee_key(top->context, site);
  const uint64_t offset = (top->context * HAGSTONE_CALLEE_HASH + hagstone_call_site_hash(site)) >> HAGSTONE_CALLEE_SHIFT &
                          HAGSTONE_CALLEE_MASK;
  struct hagstone_cached_callee *cached = &hagstone_callee_cache[offset / sizeof *cached];
  if (cached->key != key) *cached = (struct hagstone_cached_callee){key, hagstone_callee(top->context, site)};
  top[1] = (struct hagstone_frame){stack_pointer, (uint32_t)cached->context, 0};
  set_top(top + 1);
}

void hagstone_repair_return(uint64_t stack_pointer, uint64_t return_value) {
  struct hagstone_frame *top = hagstone_engine.top;
  if (top->place == ((stack_pointer - 8) | HAGSTONE_PLACE_WATCHED)) {
    set_top(top - 1);
    hagstone_watched_function_returns(return_value);
    return;
  }
  count_repair();
  set_top(frames_at(stack_pointer));
}

void hagstone_repair_jump(uint64_t stack_pointer) {
  struct hagstone_frame *top = frames_at(stack_pointer);
  if (top != hagstone_engine.top) count_repair();
  set_top(top);
}

static hagstone_calling_context below(hagstone_calling_context root, const uint32_t *call_sites, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) root = hagstone_callee(root, call_sites[i]);
  return root;
}

void hagstone_change_roots(struct hagstone_frame *stack, const uint32_t *call_sites, uint32_t count) {
  stack->context = below(hagstone_root_of(stack->context), call_sites, count);
  for (struct hagstone_frame *frame = stack + 1;
       frame <= hagstone_engine.top && !(frame->flags & HAGSTONE_FRAME_UNRESOLVED); frame++)
    if (frame->flags & HAGSTONE_FRAME_OF_TEAM)
      frame->context = below(hagstone_root_of(frame->context), call_sites, count);
    else if (!(frame->flags & HAGSTONE_FRAME_OF_STACK)) /* the function that switched to it may have been left */
      frame->context = hagstone_callee(frame[-1].context, hagstone_call_site_of(frame->context));
  set_top(hagstone_engine.top);
}

void hagstone_watch_return(void) {
  const uint32_t no_calls = HAGSTONE_FRAME_BOTTOM | HAGSTONE_FRAME_OF_STACK;
  if (!(hagstone_engine.top->flags & no_calls)) hagstone_engine.top->place |= HAGSTONE_PLACE_WATCHED;
}

void hagstone_signal_begins(uint64_t stack_pointer, uint64_t instruction, uint64_t other_stack, uint64_t bytes) {
  struct hagstone_frame *frame = hagstone_engine.top + 1;
  const hagstone_calling_context parent = hagstone_running_context();
  frame->context = hagstone_callee(parent, hagstone_intern_call_site(instruction, HAGSTONE_CALL_BY_SIGNAL));
  if (bytes) {
    frame->place = other_stack + bytes;
    frame->flags = HAGSTONE_FRAME_SIGNAL | HAGSTONE_FRAME_OTHER_STACK | (uint32_t)(bytes / 16) << HAGSTONE_FRAME_SIZE_SHIFT;
    hagstone_engine.other_stacks++;
  } else {
    frame->place = stack_pointer - RED_ZONE;
    frame->flags = HAGSTONE_FRAME_SIGNAL;
  }
  set_top(frame);
}

void hagstone_signal_ends(void) {
  struct hagstone_frame *frame = hagstone_engine.top;
  while (!(frame->flags & (HAGSTONE_FRAME_SIGNAL | HAGSTONE_FRAME_BOTTOM))) frame--;
  if (frame->flags & HAGSTONE_FRAME_BOTTOM) return; /* its handler was left by longjmp before: a sigreturn by hand */
  if (frame->flags & HAGSTONE_FRAME_OTHER_STACK) hagstone_engine.other_stacks--;
  set_top(frame - 1);
}
