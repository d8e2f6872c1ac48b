/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "team_code.h"

#include "libvex_guest_offsets.h"
#include "pub_tool_debuginfo.h"

#include "translation/instrumentation.h"
#include "team_regions.h"

static IRExpr *argument(struct hagstone_translation *translation, Int offset) {
  return hagstone_ir_assign(translation, IRExpr_Get(offset, Ity_I64));
}

void hagstone_emit_team_entry(struct hagstone_translation *translation, Addr address) {
  const HChar *name;
  const Bool is_named = VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name);
  const enum hagstone_team_runtime runtime = is_named ? hagstone_team_function_named(name) : HAGSTONE_NO_TEAM;
  if (runtime != HAGSTONE_NO_TEAM) {
    IRExpr *arguments[] = {hagstone_ir_constant(runtime), argument(translation, OFFSET_amd64_RDI),
                           argument(translation, OFFSET_amd64_RSI), argument(translation, OFFSET_amd64_RDX),
                           argument(translation, OFFSET_amd64_RCX)};
    hagstone_ir_call(translation, 0, "hagstone_team_function_entered", hagstone_team_function_entered, 5, arguments);
    return;
  }
  if (!hagstone_is_region_code(address) && !(is_named && hagstone_is_region_code_name(name))) return;
  IRExpr *arguments[] = {hagstone_ir_constant(address), argument(translation, OFFSET_amd64_RDI),
                         argument(translation, OFFSET_amd64_RDX)};
  hagstone_ir_call(translation, 0, "hagstone_region_code_entered", hagstone_region_code_entered, 3, arguments);
}
