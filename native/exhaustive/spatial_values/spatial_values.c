/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "spatial_values.h"

#include "pub_tool_basics.h"
#include "pub_tool_threadstate.h"

#include "hagstone.h"
#include "inspected_registers.h"
#include "inspections.h"
#include "objects/object_records.h"

static void window_ends(void) {
  static const struct hagstone_marked_values whole = {.element_bytes = 16, .type = HAGSTONE_BYTES};
  const ThreadId thread = VG_(get_running_tid)();
  if (thread != VG_INVALID_THREADID) hagstone_inspect_thread_registers(thread, &whole, 0);
}

static void after_fork(void) {
  hagstone_forget_inspections();
  hagstone_forget_object_records();
}

const struct hagstone_measurement hagstone_spatial_values = {
    .name = "spatial values", .window_ends = window_ends, .after_fork = after_fork};
