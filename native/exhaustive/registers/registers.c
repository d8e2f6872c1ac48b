/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "registers.h"

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "../options.h"
#include "exhaustive/program/threads/program_threads.h"
#include "exhaustive/contexts/sites.h"
#include "common/raw_format.h"
#include "plain_registers.h"
#include "register_checks.h"
#include "register_events.h"
#include "register_state.h"

enum { FIRST_AREA_BYTES = sizeof(VexGuestAMD64State) }; /* of the two that Valgrind sets aside for tools */

static Bool is_wanted(void) { return hagstone_tool_wanted(HAGSTONE_TOOL_REGISTERS) != 0; }

static void set_writers(ThreadId thread, PtrdiffT offset, SizeT bytes, const UChar *writers) {
  SizeT in_first = 0;
  if (offset < FIRST_AREA_BYTES) in_first = offset + bytes > FIRST_AREA_BYTES ? FIRST_AREA_BYTES - (SizeT)offset : bytes;
  if (in_first) VG_(set_shadow_regs_area)(thread, 1, offset, in_first, writers);
  if (in_first < bytes)
    VG_(set_shadow_regs_area)(thread, 2, offset + (PtrdiffT)in_first - FIRST_AREA_BYTES, bytes - in_first,
                              writers + in_first);
}

static void clear_writers(ThreadId thread) {
  static const struct hagstone_last_writers nobody;
  set_writers(thread, 0, sizeof nobody, (const UChar *)&nobody);
}

void hagstone_begin_registers_of_thread(ThreadId thread) {
  if (is_wanted()) clear_writers(thread);
}

static void forget_writers(void) {
  hagstone_forget_all_writers();
  for (ThreadId thread = 1; thread < VG_N_THREADS; thread++)
    if (hagstone_thread_numbered(thread)->index) clear_writers(thread);
}

static void after_fork(void) {
  forget_writers();
  hagstone_forget_register_pairs();
}

/* Place of a system call's result, or of the registers that a signal's handler finds: they count as written by rt_sigreturn(2). */
static hagstone_place core_place(CorePart part, ThreadId thread) {
  if (part != Vg_CoreSysCall && part != Vg_CoreSignal) return 0;
  const UInt number = part == Vg_CoreSysCall ? hagstone_thread_numbered(thread)->system_call : __NR_rt_sigreturn;
  const hagstone_calling_context context = hagstone_context_of_thread(thread);
  const struct hagstone_site *site = hagstone_system_call_site(number, HAGSTONE_STORE);
  return site && context ? hagstone_place_of(context, site->id) : 0;
}

static void core_wrote(CorePart part, ThreadId thread, PtrdiffT offset, SizeT bytes) {
  const PtrdiffT first = offsetof(VexGuestAMD64State, guest_RAX);
  const uint32_t number = (uint32_t)((offset - first) / 8);
  if (!is_wanted() || offset < first || number >= HAGSTONE_GENERAL_REGISTERS) return;
  const hagstone_place writer = core_place(part, thread);
  if (hagstone_options.generic)
    hagstone_kernel_wrote_register(number, writer, hagstone_thread_numbered(thread)->index);
  else
    set_writers(thread, offsetof(struct hagstone_last_writers, general) + number * sizeof writer, sizeof writer,
                (const UChar *)&writer);
}

static const char *start(void) {
  hagstone_start_register_checks();
  return 0;
}

void hagstone_track_registers(void) { VG_(track_post_reg_write)(core_wrote); }

const struct hagstone_measurement hagstone_registers = {
    .name = "registers",
    .tool = HAGSTONE_TOOL_REGISTERS,
    .start = start,
    .thread_ends = hagstone_forget_writers_of_thread,
    .window_begins = forget_writers,
    .after_fork = after_fork,
};
