/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "context_sums.h"

#include "pub_tool_basics.h"

#include "common/raw_format.h"
#include "exhaustive/options.h"
#include "exhaustive/recording/kernel.h"

/* Valgrind's; its tool headers lack it in this form, which may be used between superblocks. */
extern void VG_(discard_translations)(Addr start, ULong bytes, const HChar *who);

enum { KINDS = 2 };

/* The representative of a context's accesses of one kind. */
struct representative {
  struct hagstone_context_count *recorded; /* null: not in the recording */
  uint64_t instances;                      /* recorded */
  uint32_t site;                           /* 0: none was made */
};

static int wanted, turned;
static struct representative *const representatives =
    (struct representative *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_CONTEXT_SUM_SITES);
static uint64_t contexts_end; /* one past the greatest context that has a sum */

static struct representative *representative_of(uint64_t context, uint32_t kind) {
  return &representatives[(uint64_t)(kind - HAGSTONE_LOAD) * HAGSTONE_MOST_SUMMED_CONTEXTS + context];
}

const char *hagstone_start_context_sums(void) {
  const uint64_t sums = (uint64_t)KINDS * HAGSTONE_MOST_SUMMED_CONTEXTS;
  const char *refused =
      hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_CONTEXT_SUMS, sums * sizeof(struct hagstone_context_sum));
  if (refused) return refused;
  return hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_CONTEXT_SUM_SITES, sums * sizeof *representatives);
}

#define TOOL(name) (1ull << HAGSTONE_TOOL_##name)

/* Register writes are accesses of blocks, too, and have no sums. Windows are too short to need them. */
static int allowed(void) {
  return !hagstone_options.contexts && !hagstone_options.window_on &&
         !(hagstone_options.tools &
           ~(TOOL(DEAD_STORES) | TOOL(SILENT_STORES) | TOOL(REDUNDANT_LOADS) | TOOL(REUSE_DISTANCE) | TOOL(SPATIAL_LOADS)));
}

void hagstone_want_context_sums(void) { wanted = allowed(); }

void hagstone_turn_to_context_sums(void) {
  if (!wanted || turned) return;
  turned = 1;
  VG_(discard_translations)(0, ~(ULong)0, "sums by context");
}

int hagstone_sums_by_context(void) { return turned; }

int hagstone_context_sums_wanted(enum hagstone_access_kind kind) {
  const uint64_t other = kind == HAGSTONE_LOAD ? TOOL(DEAD_STORES) | TOOL(SILENT_STORES) : TOOL(REDUNDANT_LOADS);
  return (hagstone_options.tools & ~other) != 0 || hagstone_options.virtual_unit_count != 0;
}

void hagstone_first_access(uint64_t context, uint64_t site) {
  struct representative *first = representative_of(context, hagstone_site_of((uint32_t)site)->kind);
  if (!first->site) first->site = (uint32_t)site;
  if (context >= contexts_end) contexts_end = context + 1;
}

static void record(uint64_t context, uint32_t kind) {
  struct representative *first = representative_of(context, kind);
  if (!first->site) return;
  const struct hagstone_context_sum *sum = hagstone_context_sum(context, kind);
  if (first->instances == sum->instances) return;
  if (!first->recorded) {
    const struct hagstone_context_count fresh = {
        .context = hagstone_leaf((hagstone_calling_context)context, hagstone_site_of(first->site)), .kind = kind};
    if (fresh.context) first->recorded = hagstone_new_counter(HAGSTONE_RECORD_CONTEXT_COUNT, &fresh, sizeof fresh);
    if (!first->recorded) return;
  }
  first->recorded->instances = first->instances = sum->instances;
  first->recorded->bytes = sum->bytes;
}

void hagstone_record_context_sums(void) {
  for (uint64_t context = 1; context < contexts_end; context++)
    for (uint32_t kind = HAGSTONE_LOAD; kind < HAGSTONE_LOAD + KINDS; kind++) record(context, kind);
}

void hagstone_forget_context_sums(void) {
  for (uint64_t context = 1; context < contexts_end; context++)
    for (uint32_t kind = HAGSTONE_LOAD; kind < HAGSTONE_LOAD + KINDS; kind++) {
      *hagstone_context_sum(context, kind) = (struct hagstone_context_sum){0, 0};
      *representative_of(context, kind) = (struct representative){0, 0, 0};
    }
  contexts_end = 0;
}
