/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "process.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "common/rank.h"
#include "exhaustive/contexts/calling_context.h"
#include "control.h"
#include "exhaustive/contexts/executions.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/exec/exec_obstacles.h"
#include "exhaustive/exec/followed_exec.h"
#include "exhaustive/exec/unrecorded.h"
#include "exhaustive/exec/valgrind_internals.h"
#include "exhaustive/markers/regions.h"
#include "exhaustive/measurement.h"
#include "exhaustive/measurements.h"
#include "exhaustive/options.h"
#include "exhaustive/parallel/team_regions.h"
#include "threads/program_threads.h"
#include "exhaustive/recording/freshness.h"
#include "exhaustive/recording/kernel.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/time_line.h"
#include "exhaustive/virtual/virtual_pmu.h"
#include "windows.h"

enum { CALLS_BETWEEN_CLOCKS = 4, NO_DESCRIPTOR = -1, LONGEST_PATH = 4096 };

/* The directory of the recording (hagstone_kernel_use_directory). */
#define HERE "."

static int stopped; /* on request: the program continues without a recording */

/* The coarsest of those that are measured, in bytes. */
static UInt granularity(void) {
  if (hagstone_options.granularities & HAGSTONE_GRANULARITY_LINE) return 64;
  return hagstone_options.granularities & HAGSTONE_GRANULARITY_WORD ? 8 : 1;
}

/* Returns 0 or a negative errno. */
static int create(void) {
  struct hagstone_header header = {
      .engine = HAGSTONE_ENGINE_EXHAUSTIVE,
      .tools = hagstone_options.tools,
      .tolerance = hagstone_options.tolerance,
      /* Below mpirun, each process has its own. */
      .rank = hagstone_options.rank >= 0 ? hagstone_options.rank : hagstone_rank(VG_(client_envp)),
      .spatial_threshold = hagstone_options.spatial_threshold,
      .window_on = hagstone_options.window_on,
      .window_off = hagstone_options.window_off};
  if (hagstone_tool_wanted(HAGSTONE_TOOL_REUSE_DISTANCE)) {
    header.distance_unit = HAGSTONE_DISTANCE_ACCESSES;
    header.granularity = granularity();
    header.reuse_granularities = hagstone_options.granularities;
  }
  if (hagstone_tool_wanted(HAGSTONE_TOOL_VALUES)) {
    header.value_table_size = hagstone_options.value_table;
    header.value_roles = hagstone_options.value_roles;
    header.value_profile = hagstone_options.value_profile;
    header.value_back_off = hagstone_options.value_back_off;
    header.value_flags = (hagstone_options.value_constant_back_off ? HAGSTONE_VALUE_CONSTANT_BACK_OFF : 0u) |
                         (hagstone_options.value_clearing ? 0u : HAGSTONE_VALUE_NO_CLEARING) |
                         (hagstone_options.value_reference ? HAGSTONE_VALUE_REFERENCE : 0u);
  }
  VG_(client_fname)(header.executable, sizeof header.executable, True);
  int result = hagstone_recording_create(&hagstone_main_recording, HERE, &header, VG_(fd_hard_limit));
  /* Valgrind keeps few descriptors for itself; these files are opened again as they grow. */
  if (result == 0) result = hagstone_create_virtual_recordings(&header, NO_DESCRIPTOR);
  return result;
}

static void note_unrecorded(int failure) {
  HChar program[LONGEST_PATH], why[160];
  VG_(client_fname)(program, sizeof program, True);
  switch (-failure) {
    case VKI_EACCES:
    case VKI_EPERM:
      VG_(snprintf)(why, sizeof why, "it runs as user %d, who may not write to the recording", VG_(geteuid)());
      break;
    case VKI_EFBIG: VG_(strcpy)(why, "its limit of file sizes (RLIMIT_FSIZE) leaves no room for a recording"); break;
    case VKI_ENOSPC: VG_(strcpy)(why, "the file system of the recording is full"); break;
    default: VG_(snprintf)(why, sizeof why, "its recording cannot be created (error %d)", -failure);
  }
  hagstone_note_unrecorded(program, why);
}

static Bool was_executed_by_a_recorded_program(void) { return hagstone_options.recording_descriptor >= 0; }

/* Both by a number that is Valgrind's: the program may close all others. */
static Int open_directory(void) {
  const Int inherited = hagstone_options.recording_descriptor;
  if (was_executed_by_a_recorded_program()) return hagstone_kernel_move_descriptor(inherited, VG_(fd_hard_limit));
  const int failure = hagstone_kernel_make_directory(hagstone_options.recording);
  if (failure < 0) return failure;
  const Int opened = hagstone_kernel_open_directory(hagstone_options.recording);
  return opened < 0 ? opened : hagstone_kernel_move_descriptor(opened, VG_(fd_hard_limit));
}

const char *hagstone_start_recording(void) {
  static HChar refused[LONGEST_PATH + 128];
  if (was_executed_by_a_recorded_program()) hagstone_close_inherited_log();
  const Int directory = open_directory();
  int failure = directory < 0 ? directory : 0;
  if (!failure) {
    hagstone_kernel_use_directory(directory);
    hagstone_follow_execs(directory);
    hagstone_open_control();
    hagstone_open_notes();
    failure = create();
  }
  if (!failure) return 0;
  if (was_executed_by_a_recorded_program()) {
    stopped = 1;
    note_unrecorded(failure);
    return 0;
  }
  VG_(snprintf)(refused, sizeof refused, "cannot create a recording in %s (error %d); give a directory with room",
                hagstone_options.recording, -failure);
  return refused;
}

/* All that was counted is in the recording then. */
static void record_counts(void) {
  if (hagstone_counts_may_have_changed()) {
    hagstone_announce_refresh();
    hagstone_record_executions();
    hagstone_counts_are_recorded();
  }
  hagstone_sum_up_windows();
}

/* The time line has a point there, too. */
static void refresh(void) {
  record_counts();
  hagstone_write_time_points();
}

static void sum_up_for_good(void) {
  hagstone_announce_finish();
  hagstone_record_executions();
  hagstone_sum_up_windows();
  hagstone_write_time_points();
}

static void finish(void) {
  sum_up_for_good();
  hagstone_recording_finish_all(HAGSTONE_STATE_FINISHED);
}

static uint64_t next_refresh;

void hagstone_keep_recording_fresh(uint64_t superblocks) {
  static UInt calls;
  if (stopped) return;
  if (hagstone_stop_requested()) {
    stopped = 1;
    finish();
    return;
  }
  if (hagstone_time_point_is_due(superblocks)) refresh();
  if (++calls % CALLS_BETWEEN_CLOCKS) return;
  const uint64_t before = hagstone_kernel_monotonic_time();
  if (before < next_refresh) return;
  refresh();
  next_refresh = hagstone_next_refresh(before, hagstone_kernel_monotonic_time());
}

/* Without points of the time line: programs may wait thousands of times. */
void hagstone_refresh_before_wait(void) {
  static struct hagstone_waits waits;
  if (stopped) return;
  if (!hagstone_counts_may_have_changed()) {
    hagstone_sum_up_windows();
    return;
  }
  const uint64_t before = hagstone_kernel_monotonic_time();
  if (!hagstone_may_refresh_before_wait(&waits, before)) return;
  record_counts();
  const uint64_t after = hagstone_kernel_monotonic_time();
  hagstone_refreshed_before_wait(&waits, after - before);
  next_refresh = hagstone_next_refresh(before, after);
}

void hagstone_finish_recording(void) {
  if (stopped) return;
  hagstone_end_threads();
  finish();
}

void hagstone_exec_begins(void) {
  if (stopped) return;
  sum_up_for_good();
  hagstone_recording_finish_all(HAGSTONE_STATE_EXECUTED);
}

void hagstone_exec_failed(void) {
  if (!stopped) hagstone_recording_resume_all();
}

static void child_begins(ThreadId number) {
  hagstone_recording_forget_all();
  hagstone_keep_only_thread(number);
  hagstone_forget_context_records(hagstone_running_context());
  hagstone_forget_teams();
  hagstone_forget_executions();
  hagstone_forget_windows();
  hagstone_forget_time_points();
  stopped |= !hagstone_options.follow_children;
  const int failure = stopped ? 0 : create();
  if (failure) note_unrecorded(failure);
  hagstone_record_thread(1, hagstone_thread_numbered(number)->thread_id, 0, 0, 0);
  hagstone_record_regions();
  hagstone_announce_fork();
}

void hagstone_track_forks(void) { VG_(atfork)(0, 0, child_begins); }

int hagstone_is_program_memory(uint64_t address) { return VG_(am_is_valid_for_client)(address, 1, VKI_PROT_NONE); }
