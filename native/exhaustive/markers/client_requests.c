/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "client_requests.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "common/raw_format.h"
#include "engine_state.h"
#include "hagstone.h"
#include "options.h"
#include "regions.h"
#include "contexts/shadow_stack/shadow_stack.h"
#include "contexts/sites.h"
#include "spatial_values/inspected_array.h"
#include "spatial_values/inspected_registers.h"
#include "program/windows.h"

enum { LAST_INSTRUCTION_BYTES = 3 /* of a mark: xchg */ };

/* Context record of the mark; 0: no room. */
static uint32_t context_of_mark(ThreadId thread) {
  const struct hagstone_site *site =
      hagstone_instruction_site(VG_(get_IP)(thread) - LAST_INSTRUCTION_BYTES, 0, HAGSTONE_NO_ACCESS, 0, 0, 0);
  return site ? hagstone_leaf(hagstone_running_context(), site) : 0;
}

static void inspect(ThreadId thread, const UWord *mark) {
  const struct hagstone_marked_values values = {
      .element_bytes = mark[2], .type = mark[5] & 0xff, .approximate = mark[5] >> 8};
  if (!hagstone_engine.collecting) return;
  const uint32_t context = context_of_mark(thread);
  if (!context)
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_marks_no_room);
  else if (mark[0] == HAGSTONE_MARK_ARRAY)
    hagstone_inspect_marked_array(mark[1], (Long)mark[3], mark[4], &values, context);
  else
    hagstone_inspect_thread_registers(thread, &values, context);
}

/* Bytes of the name at the address, 0 if there is none. */
static UInt length_of_name(Addr name) {
  UInt length = 0;
  while (length < HAGSTONE_LONGEST_REGION_NAME && VG_(am_is_valid_for_client)(name + length, 1, VKI_PROT_READ) &&
         ((const HChar *)name)[length])
    length++;
  return length;
}

static void name_region(Bool begins, Addr name) {
  const UInt length = length_of_name(name);
  if (!length || hagstone_options.count) return;
  if (begins)
    hagstone_region_begins((const HChar *)name, length);
  else
    hagstone_region_ends((const HChar *)name, length);
}

static Bool take_request(ThreadId thread, UWord *mark, UWord *answer) {
  *answer = 0;
  switch (mark[0]) {
    case HAGSTONE_MARK_ARRAY:
    case HAGSTONE_MARK_REGISTERS: inspect(thread, mark); return True;
    case HAGSTONE_MARK_REGION_BEGIN: name_region(True, mark[1]); return True;
    case HAGSTONE_MARK_REGION_END: name_region(False, mark[1]); return True;
    case HAGSTONE_MARK_START: hagstone_set_collecting(1); return True;
    case HAGSTONE_MARK_STOP: hagstone_set_collecting(0); return True;
    default: return False;
  }
}

void hagstone_track_marks(void) { VG_(needs_client_requests)(take_request); }
