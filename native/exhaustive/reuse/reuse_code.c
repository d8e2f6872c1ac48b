/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "reuse_code.h"

#include "../instrumentation.h"
#include "../threads.h"
#include "reuse_distance.h"

/* Of the only thread; null: to be looked up. */
static struct hagstone_thread_orders *of_only_thread;

void hagstone_forget_running_thread(void) { of_only_thread = 0; }

static void measure_in_only_thread(ULong address, ULong bytes, ULong place) {
  if (!of_only_thread) of_only_thread = hagstone_orders_measured_with(hagstone_current_thread());
  if (of_only_thread) hagstone_measure_reuse(of_only_thread, address, bytes, place);
}

static void measure_in_any_thread(ULong address, ULong bytes, ULong place) {
  struct hagstone_thread_orders *const orders = hagstone_orders_measured_with(hagstone_current_thread());
  if (orders) hagstone_measure_reuse(orders, address, bytes, place);
}

static void after_access(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  IRExpr *const context = hagstone_ir_binary(translation, Iop_Shl64, hagstone_ir_context(translation),
                                             IRExpr_Const(IRConst_U8(HAGSTONE_SITE_BITS)));
  IRExpr *const place = hagstone_ir_binary(translation, Iop_Or64, context, hagstone_ir_constant(access->site->id));
  IRExpr *arguments[] = {access->address, hagstone_ir_constant(access->bytes), place};
  if (hagstone_several_threads())
    hagstone_ir_call(translation, access->guard, "measure_in_any_thread", measure_in_any_thread, 3, arguments);
  else
    hagstone_ir_call(translation, access->guard, "measure_in_only_thread", measure_in_only_thread, 3, arguments);
}

const struct hagstone_code_hooks hagstone_reuse_code = {.after_load = after_access, .after_store = after_access};
