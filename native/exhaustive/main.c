/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The exhaustive engine: a Valgrind tool that sees every load and store. Valgrind translates the program piece by
 * piece (superblocks). translation.c adds code to each piece that keeps the calling context (shadow_stack.h), counts
 * its executions (executions.h) and passes its accesses to the measurements, by their own code (instrumentation.h)
 * or one by one (access_events.h). Results go to the mapped recording (recording/recording.h). */
#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "exhaustive/translation/access_code.h"
#include "exhaustive/translation/access_events.h"
#include "exhaustive/translation/blocks.h"
#include "exhaustive/contexts/calling_context.h"
#include "exhaustive/translation/code_versions.h"
#include "command_line.h"
#include "exhaustive/contexts/context_sums.h"
#include "common/raw_format.h"
#include "exhaustive/contexts/executions.h"
#include "exhaustive/instructions/instruction_code.h"
#include "markers/client_requests.h"
#include "exhaustive/program/memory_events.h"
#include "options.h"
#include "exhaustive/program/process.h"
#include "exhaustive/program/threads/program_threads.h"
#include "exhaustive/program/unchecked_code.h"
#include "registers/register_events.h"
#include "exhaustive/translation/repeated_answers.h"
#include "scope/loop_headers.h"
#include "exhaustive/contexts/sites.h"
#include "start_measurements.h"
#include "exhaustive/program/system_calls.h"
#include "exhaustive/translation/translation.h"
#include "exhaustive/program/windows.h"

/* Valgrind's: whether names of functions are demangled. Not among the headers for tools. */
extern Bool VG_(clo_demangle);

static Bool results_are_measured(void) {
  if (hagstone_tool_wanted(HAGSTONE_TOOL_REGISTERS)) return True;
  return hagstone_tool_wanted(HAGSTONE_TOOL_VALUES) && hagstone_options.value_roles >> HAGSTONE_VALUE_RESULT & 1;
}

/* With fewer registers kept up to date, translations omit loads into registers that are soon reloaded, and results
   that are soon overwritten. */
static void keep_loads(void) {
  hagstone_start_code_versions(results_are_measured() ? VexRegUpdAllregsAtEachInsn : VexRegUpdAllregsAtMemAccess);
}

enum { EXIT_CANNOT_MEASURE = 125 };

static void require(const char *refused) {
  if (!refused) return;
  VG_(fmsg)("%s\n", refused);
  VG_(exit)(EXIT_CANNOT_MEASURE);
}

static void start(void) {
  hagstone_check_options();
  /* A call ends its superblock only if Valgrind does not follow it. */
  VG_(clo_vex_control).guest_chase = False;
  VG_(clo_demangle) = False;
  keep_loads();
  require(hagstone_start_threads());
  require(hagstone_start_calling_contexts());
  require(hagstone_start_sites());
  require(hagstone_start_blocks());
  require(hagstone_start_executions());
  require(hagstone_start_context_sums());
  require(hagstone_start_measurements());
  hagstone_keep_program_below_its_end();
  require(hagstone_start_recording());
  require(hagstone_start_loop_headers());
  require(hagstone_start_answers());
  hagstone_start_access_events();
  hagstone_start_access_code();
  hagstone_start_instruction_code();
  hagstone_start_windows();
}

static void finish(Int exit_status) {
  hagstone_finish_recording();
  if (VG_(clo_stats)) hagstone_print_code_checks();
}

static void announce(void) {
  VG_(details_name)("hagstone");
  VG_(details_version)(NULL);
  VG_(details_description)("finds wasted work");
  VG_(details_copyright_author)("GPL-2.0-or-later");
  VG_(details_bug_reports_to)("the authors of Hagstone");
  VG_(details_avg_translation_sizeB)(600);
  VG_(basic_tool_funcs)(start, hagstone_translate, finish);
  VG_(needs_command_line_options)(hagstone_process_option, hagstone_print_usage, hagstone_print_debug_usage);
  hagstone_track_threads();
  hagstone_track_system_calls();
  hagstone_track_registers();
  hagstone_track_memory();
  hagstone_track_forks();
  hagstone_track_marks();
}

VG_DETERMINE_INTERFACE_VERSION(announce)
