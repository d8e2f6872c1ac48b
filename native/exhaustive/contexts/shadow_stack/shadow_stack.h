/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread's calls in progress, for its calling context. A frame is pushed at each call and popped by the return that
 * takes its return address off the stack. Leaving functions in other ways (longjmp, exceptions, switching stacks) shows
 * in the stack pointer: frames whose return address is below it are gone. This is checked where it can happen, at
 * returns, indirect jumps and calls, so that the context of every instruction is right. Frames of another stack come
 * back with it (left_frames.h); its first frame is called by the code that switched to it first. Tail calls leave the
 * frame of the function that jumped, as on the program's own stack.
 *
 * Outside windows (windows.h) frames keep only the call site, which costs no look-up; their contexts are found on
 * request, at the latest when a window begins. */
#ifndef HAGSTONE_SHADOW_STACK_H
#define HAGSTONE_SHADOW_STACK_H

#include <stdint.h>

#include "exhaustive/measurement.h"
#include "frames.h"

/* Cache of callees, looked up by translated code: direct-mapped by a hash of parent and call site. */
enum { HAGSTONE_CALLEE_CACHE_BITS = 16 };
struct hagstone_cached_callee {
  uint64_t key; /* hagstone_callee_key; 0: empty */
  uint64_t context;
};
extern struct hagstone_cached_callee hagstone_callee_cache[1 << HAGSTONE_CALLEE_CACHE_BITS];

static inline uint64_t hagstone_callee_key(uint64_t parent, uint32_t call_site) { return parent << 32 | call_site; }

/* The byte offset of a key in the cache is (parent * HAGSTONE_CALLEE_HASH + hagstone_call_site_hash) >>
 * HAGSTONE_CALLEE_SHIFT, masked. */
#define HAGSTONE_CALLEE_HASH 0x9e3779b1ull
#define HAGSTONE_CALLEE_SHIFT 12
#define HAGSTONE_CALLEE_MASK (((1ull << HAGSTONE_CALLEE_CACHE_BITS) - 1) * sizeof(struct hagstone_cached_callee))
static inline uint64_t hagstone_call_site_hash(uint32_t call_site) { return call_site * 0x85ebca6bull; }

/* Memory for the calls of one thread; null: none. */
struct hagstone_frame *hagstone_new_shadow_stack(void);
/* Empties a stack but for its bottom frame, in the context `root`, which becomes the top. */
void hagstone_reset_shadow_stack(struct hagstone_frame *stack, hagstone_calling_context root);

/* Puts the calls in progress of the running thread, whose stack this is, below these call sites, the outermost first, where
 * they began. */
void hagstone_change_roots(struct hagstone_frame *stack, const uint32_t *call_sites, uint32_t count);

/* Correct the running thread's stack; called by translated code. `stack_pointer`: after the instruction. */
void hagstone_repair_call(struct hagstone_frame *top_before, uint64_t stack_pointer, uint64_t call_site);
void hagstone_repair_return(uint64_t stack_pointer, uint64_t return_value);
void hagstone_repair_jump(uint64_t stack_pointer);

/* A signal handler begins, having interrupted `instruction`, and ends. Of the running thread. `other_stack` and
 * `other_stack_bytes`: the alternate stack it runs on, if any. */
void hagstone_signal_begins(uint64_t stack_pointer, uint64_t instruction, uint64_t other_stack, uint64_t other_stack_bytes);
void hagstone_signal_ends(void);

#endif
