/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "loop_headers.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "../options.h"
#include "../recording/kernel.h"
#include "exhaustive/translation/superblock.h"
#include "clock.h"
#include "common/raw_format.h"
#include "loop_times.h"
#include "program_code.h"

/* For each loop, the context in which its header was passed last and where its time is there. Translated code
 * compares the context and stores the time. */
struct latest_pass {
  ULong context;
  uint64_t *time;
};

enum { PASS_SHIFT = 4 };
_Static_assert(sizeof(struct hagstone_pass) == 1 << PASS_SHIFT, "translated code multiplies by shifting");

static struct latest_pass *latest; /* by number of the loop - 1; null: no loops are watched */

static HChar problem[400];

static const char *cannot_read(const HChar *why) {
  VG_(snprintf)(problem, sizeof problem,
                "The loops file %s %s: record again, so that it is written anew, or with --scope none.",
                hagstone_options.loops, why);
  return problem;
}

static const char *read_text(char **text, uint64_t *length) {
  const Int descriptor = hagstone_kernel_open_to_read(hagstone_options.loops);
  struct vg_stat status;
  if (descriptor < 0 || VG_(fstat)(descriptor, &status) != 0) return cannot_read("cannot be opened");
  *text = hagstone_memory((uint64_t)status.size + 1);
  if (!*text) return cannot_read("finds no memory");
  for (*length = 0; *length < (uint64_t)status.size;) {
    const Int bytes = VG_(read)(descriptor, *text + *length, (Int)((uint64_t)status.size - *length));
    if (bytes <= 0) break;
    *length += (uint64_t)bytes;
  }
  VG_(close)(descriptor);
  return *length == (uint64_t)status.size ? 0 : cannot_read("cannot be read to its end");
}

/* Scopes of stores are needed only for each instance of a pair (stores/store_times.h). */
static int scopes_are_asked_for(void) {
  const enum hagstone_scope_option scope = hagstone_options.scope;
  if (scope == HAGSTONE_SCOPE_NONE) return 0;
  if (hagstone_tool_wanted(HAGSTONE_TOOL_REDUNDANT_LOADS)) return 1;
  return scope == HAGSTONE_SCOPE_ALWAYS &&
         (hagstone_tool_wanted(HAGSTONE_TOOL_DEAD_STORES) || hagstone_tool_wanted(HAGSTONE_TOOL_SILENT_STORES));
}

const char *hagstone_start_loop_headers(void) {
  char *text;
  uint64_t length;
  uint32_t line;
  if (!hagstone_options.loops || !scopes_are_asked_for()) return 0;
  const char *refused = read_text(&text, &length);
  if (refused) return refused;
  const char *wrong = hagstone_read_program_loops(text, length, &line);
  if (wrong) {
    HChar why[160];
    VG_(snprintf)(why, sizeof why, "is damaged in line %u (%s)", line, wrong);
    return cannot_read(why);
  }
  latest = hagstone_memory((hagstone_program_loops()->loop_count + 1ull) * sizeof *latest);
  return latest ? 0 : cannot_read("finds no memory");
}

static void pass_in_other_context(ULong loop, ULong context) {
  latest[loop - 1].context = context;
  latest[loop - 1].time = hagstone_loop_time((hagstone_calling_context)context, (uint32_t)loop);
}

static void forget_passes(void) {
  if (hagstone_before_passes_are_forgotten) hagstone_before_passes_are_forgotten();
}

static IRExpr *address_of(const void *place) { return hagstone_ir_constant((ULong)(Addr)place); }

void hagstone_instrument_loop_header(struct hagstone_translation *translation, Addr address) {
  uint64_t bias;
  if (!latest) return;
  const struct hagstone_loop_module *module = hagstone_loops_around(address, &bias);
  const uint32_t loop = module ? hagstone_loop_beginning_at(module, address - bias) : 0;
  if (!loop) return;
  struct latest_pass *pass = &latest[loop - 1];
  IRExpr *context = hagstone_ir_context(translation);
  IRExpr *arguments[] = {hagstone_ir_constant(loop), context};
  hagstone_ir_call(translation,
                   hagstone_ir_binary(translation, Iop_CmpNE64, context,
                                      hagstone_ir_load(translation, Ity_I64, address_of(&pass->context))),
                   "hagstone_pass_in_other_context", (void *)pass_in_other_context, 2, arguments);
  IRExpr *now = hagstone_ir_binary(
      translation, Iop_Add64, hagstone_ir_load(translation, Ity_I64, address_of(&hagstone_clock)), hagstone_ir_constant(1));
  IRExpr *kept = hagstone_ir_binary(translation, Iop_And64, now, hagstone_ir_constant(HAGSTONE_PASSES_KEPT - 1));
  hagstone_ir_call(translation, hagstone_ir_binary(translation, Iop_CmpEQ64, kept, hagstone_ir_constant(0)),
                   "hagstone_forget_passes", (void *)forget_passes, 0, NULL);
  IRExpr *time = hagstone_ir_load(translation, Ity_I64, address_of(&pass->time));
  IRExpr *kept_place =
      hagstone_ir_binary(translation, Iop_Add64, address_of(hagstone_passes),
                         hagstone_ir_binary(translation, Iop_Shl64, kept, IRExpr_Const(IRConst_U8(PASS_SHIFT))));
  hagstone_ir_store(translation, kept_place, time);
  hagstone_ir_store(
      translation,
      hagstone_ir_binary(translation, Iop_Add64, kept_place, hagstone_ir_constant(offsetof(struct hagstone_pass, before))),
      hagstone_ir_load(translation, Ity_I64, time));
  hagstone_ir_store(translation, address_of(&hagstone_clock), now);
  hagstone_ir_store(translation, time, now);
  translation->load_time = translation->number_and_time = NULL;
}
