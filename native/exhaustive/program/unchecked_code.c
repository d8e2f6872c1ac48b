/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "unchecked_code.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"

#include "libvex_ir.h"
#include "options.h"

static ULong checks;

void hagstone_print_code_checks(void) { VG_(message)(Vg_DebugMsg, " hagstone: %'llu checks of code\n", checks); }

void __real_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool flat, IRType word);
void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool flat, IRType word);

void __wrap_sanityCheckIRSB(const IRSB *block, const HChar *caller, Bool flat, IRType word) {
  if (!hagstone_options.check_code) return;
  checks++;
  __real_sanityCheckIRSB(block, caller, flat, word);
}
