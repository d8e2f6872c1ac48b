/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "team_regions.h"

#include "program/threads/program_threads.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"

#include "contexts/calling_context.h"
#include "engine_state.h"
#include "tables/hash_table.h"
#include "contexts/shadow_stack/shadow_stack.h"

static struct hagstone_hash_table codes;      /* address, 0: 1 */
static struct hagstone_hash_table team_roots; /* number of a thread, context that began a region: root */

static int begins_with(const char *name, const char *start) { return VG_(strncmp)(name, start, VG_(strlen)(start)) == 0; }

static int ends_with(const char *name, const char *end) {
  const SizeT length = VG_(strlen)(name), wanted = VG_(strlen)(end);
  return length >= wanted && VG_(strcmp)(name + length - wanted, end) == 0;
}

enum hagstone_team_runtime hagstone_team_function_named(const char *name) {
  /* In code of GCC 4.8 and older the thread itself calls the region's code, between _start and _end. */
  if ((begins_with(name, "GOMP_parallel") && !ends_with(name, "_start") && !ends_with(name, "_end")) ||
      VG_(strcmp)(name, "GOMP_teams_reg") == 0)
    return HAGSTONE_TEAM_OF_GCC;
  if (VG_(strcmp)(name, "__kmpc_fork_call") == 0 || VG_(strcmp)(name, "__kmpc_fork_teams") == 0)
    return HAGSTONE_TEAM_OF_LLVM;
  return HAGSTONE_NO_TEAM;
}

int hagstone_is_region_code_name(const char *name) {
  return VG_(strstr)(name, "._omp_fn.") != 0 || VG_(strstr)(name, "omp_outlined") != 0;
}

int hagstone_is_region_code(uint64_t address) { return hagstone_hash_find(&codes, address, 0) != 0; }

static struct hagstone_frame *top_of(const struct hagstone_program_thread *thread) {
  return thread == hagstone_engine.running ? hagstone_engine.top : thread->top;
}

/* That the running thread began, and has left: `top` is the frame of a function that has only begun. */
static void forget_left(struct hagstone_program_thread *thread, const struct hagstone_frame *top) {
  while (thread->begun_count && thread->begun[thread->begun_count - 1].frame >= top) thread->begun_count--;
}

void hagstone_team_function_entered(uint64_t runtime, uint64_t first, uint64_t second, uint64_t third, uint64_t fourth) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  struct hagstone_frame *frame = hagstone_engine.top;
  forget_left(thread, frame);
  if (thread->begun_count == HAGSTONE_MOST_BEGUN) return;
  const int of_gcc = runtime == HAGSTONE_TEAM_OF_GCC;
  const uint64_t code = of_gcc ? first : third;
  uint64_t *known = hagstone_hash_add(&codes, code, 0);
  if (!known) return;
  *known = 1;
  thread->begun[thread->begun_count++] = (struct hagstone_begun_region){
      frame, frame->place, hagstone_running_context(), (enum hagstone_team_runtime)runtime, code, of_gcc ? second : fourth};
}

/* The thread that began it is still where it began it. */
static int lasts(const struct hagstone_program_thread *creator, const struct hagstone_begun_region *region) {
  return top_of(creator) >= region->frame && region->frame->place == region->place &&
         region->frame->context == region->context;
}

static const struct hagstone_begun_region *find_in(const struct hagstone_program_thread *creator, uint64_t code,
                                                   uint64_t first, uint64_t third, int *has_its_data) {
  const struct hagstone_begun_region *found = 0;
  for (uint32_t i = creator->begun_count; i-- > 0;) {
    const struct hagstone_begun_region *region = &creator->begun[i];
    if (region->code != code || !lasts(creator, region)) continue;
    *has_its_data = region->data == (region->runtime == HAGSTONE_TEAM_OF_GCC ? first : third);
    if (*has_its_data) return region;
    if (!found) found = region;
  }
  return found;
}

/* Where the contexts of this thread's work for a region begin; 0: no memory. */
static hagstone_calling_context team_root(const struct hagstone_program_thread *thread, hagstone_calling_context began) {
  uint64_t *root = hagstone_hash_add(&team_roots, thread->index, began);
  if (!root) return 0;
  if (!*root) *root = hagstone_team_root(thread->index, began);
  return (hagstone_calling_context)*root;
}

/* Moves the runtime's frames, in which the thread continues to wait and to work on tasks of the region. */
static void work_below(struct hagstone_frame *called, hagstone_calling_context root) {
  uint32_t runtime, module;
  uint64_t offset;
  if (!hagstone_called_from(called->context, &runtime, &offset)) return;
  for (struct hagstone_frame *frame = called - 1; !(frame->flags & HAGSTONE_FRAME_BOTTOM); frame--) {
    const int is_called_by_runtime = hagstone_called_from(frame->context, &module, &offset) && module == runtime;
    frame->context = root;
    frame->flags |= HAGSTONE_FRAME_OF_TEAM;
    if (!is_called_by_runtime) return;
  }
}

void hagstone_region_code_entered(uint64_t address, uint64_t first, uint64_t third) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  struct hagstone_frame *top = hagstone_engine.top;
  const uint32_t no_calls = HAGSTONE_FRAME_BOTTOM | HAGSTONE_FRAME_OF_STACK | HAGSTONE_FRAME_SIGNAL;
  if (top->flags & no_calls) return;
  forget_left(thread, top);
  const struct hagstone_begun_region *region = 0;
  int has_its_data = 0, is_own = 0;
  for (ThreadId i = 1; i < VG_N_THREADS && !has_its_data; i++) {
    const struct hagstone_program_thread *creator = hagstone_thread_numbered(i);
    if (!creator->index || !creator->begun_count) continue;
    int of_this = 0;
    const struct hagstone_begun_region *found = find_in(creator, address, first, third, &of_this);
    if (!found || (region && !of_this && creator != thread)) continue;
    region = found;
    has_its_data = of_this;
    is_own = creator == thread;
  }
  if (!region) return;
  hagstone_running_context(); /* of all frames */
  if (!is_own && !thread->begun_count) {
    const hagstone_calling_context root = team_root(thread, region->context);
    if (root) work_below(top, root);
  }
  top->context = hagstone_callee(top[-1].context, hagstone_intern_region_code(address));
  hagstone_engine.context = hagstone_engine.measuring ? top->context : hagstone_engine.context;
}

void hagstone_forget_teams(void) { hagstone_hash_clear(&team_roots); }
