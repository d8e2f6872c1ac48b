/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "threads.h"

#include "program_threads.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "exhaustive/contexts/calling_context.h"
#include "exhaustive/contexts/context_sums.h"
#include "exhaustive/contexts/shadow_stack/shadow_stack.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/exec/argument_zero.h"
#include "exhaustive/measurements.h"
#include "exhaustive/options.h"
#include "exhaustive/program/process.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/registers/register_events.h"
#include "exhaustive/translation/repeated_answers.h"
#include "exhaustive/program/windows.h"

/* Valgrind's, as it does itself in system calls; not among the headers for tools, which have one for other moments. */
extern void VG_(discard_translations)(Addr start, ULong range, const HChar *who);

static struct hagstone_program_thread *threads; /* by Valgrind's number */
static UInt last_index;
static UInt living;
static int several;

int hagstone_several_threads(void) { return several; }

struct hagstone_program_thread *hagstone_thread_numbered(ThreadId number) { return &threads[number]; }

UInt hagstone_living_threads(void) { return living; }

hagstone_calling_context hagstone_context_of_thread(ThreadId number) {
  struct hagstone_program_thread *thread = &threads[number];
  if (thread == hagstone_engine.running) return hagstone_running_context();
  return thread->top ? hagstone_frame_context(thread->top) : 0;
}

static void save_running(void) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  if (!thread) return;
  thread->top = hagstone_engine.top;
  thread->other_stacks = hagstone_engine.other_stacks;
}

static void run(struct hagstone_program_thread *thread) {
  if (thread == hagstone_engine.running) return;
  save_running();
  hagstone_engine.running = thread;
  hagstone_engine.top = thread->top;
  hagstone_engine.context = hagstone_engine.measuring ? hagstone_running_context() : 0;
  hagstone_engine.other_stacks = thread->other_stacks;
  hagstone_engine.thread = thread->index;
}

static void thread_created(ThreadId creator, ThreadId created) {
  struct hagstone_program_thread *thread = &threads[created];
  const hagstone_calling_context creator_context = creator ? hagstone_context_of_thread(creator) : 0;
  if (!thread->stack) thread->stack = hagstone_new_shadow_stack();
  tl_assert2(thread->stack, "no address space for the calls of one more thread");
  thread->index = ++last_index;
  hagstone_reset_shadow_stack(thread->stack, hagstone_thread_root(thread->index, creator_context));
  thread->top = thread->stack;
  thread->other_stacks = 0;
  thread->allocation.frame = 0;
  thread->operator_new.frame = 0;
  thread->region_count = 0;
  thread->begun_count = 0;
  thread->waits = 0;
  if (thread == hagstone_engine.running) hagstone_engine.running = 0;
  if (++living > 1 && !several) {
    several = 1;
    VG_(discard_translations)(0, ~(ULong)0, "second thread");
    hagstone_announce_several_threads();
  }
}

enum { NAME_BYTES = 16, GET_NAME = 16 /* PR_GET_NAME of prctl(2) */ };

/* Name of the program's file. Read once, since the program may close Valgrind's descriptor of it. */
static const HChar *program_name(void) {
  static HChar path[1024];
  if (!path[0]) VG_(client_fname)(path, sizeof path, True);
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

/* Name of the calling kernel thread. Threads have Valgrind's name until the program gives them one. */
static const HChar *own_name(HChar name[NAME_BYTES]) {
  const HChar *program = program_name();
  VG_(prctl)(GET_NAME, (Addr)name, 0, 0, 0);
  return VG_(strncmp)(name, "hagstone-amd64", 14) == 0 ? program : name;
}

static ULong own_cpu_time(void) {
  struct vki_timespec now;
  VG_(clock_gettime)(&now, VKI_CLOCK_THREAD_CPUTIME_ID);
  return (ULong)now.tv_sec * 1000000000u + (ULong)now.tv_nsec;
}

static void thread_begins(ThreadId number) {
  struct hagstone_program_thread *thread = &threads[number];
  HChar name[NAME_BYTES];
  thread->thread_id = (UInt)VG_(gettid)();
  if (thread->index == 1) hagstone_repeat_stack(number);
  if (thread->index == 1) hagstone_set_argument_zero(VG_(get_SP)(number));
  hagstone_begin_registers_of_thread(number);
  hagstone_record_thread(thread->index, thread->thread_id, 0, 0, own_name(name));
}

static void thread_ends(ThreadId number) {
  struct hagstone_program_thread *thread = &threads[number];
  if (!thread->index) return;
  hagstone_announce_thread_ends(thread->index);
  HChar name[NAME_BYTES];
  const Bool own = thread->thread_id == (UInt)VG_(gettid)();
  hagstone_record_thread_end(thread->index, own ? own_cpu_time() : 0, own ? own_name(name) : 0);
  if (thread == hagstone_engine.running) hagstone_engine.running = 0;
  thread->index = 0;
  thread->top = 0;
  living--;
}

static void client_code_starts(ThreadId number, ULong blocks_done) {
  threads[number].waits = 0; /* a system call that a signal interrupts has no end */
  run(&threads[number]);
  hagstone_code_starts();
  hagstone_keep_recording_fresh(blocks_done);
}

static void client_code_stops(ThreadId number, ULong blocks_done) {
  hagstone_turn_to_context_sums();
  hagstone_code_stops();
}

static void signal_begins(ThreadId number, Int signal, Bool alternate_stack) {
  run(&threads[number]);
  const Addr stack_pointer = VG_(get_SP)(number);
  Addr other_stack = alternate_stack ? VG_(thread_get_altstack_min)(number) : 0;
  SizeT other_bytes = alternate_stack ? VG_(thread_get_altstack_size)(number) : 0;
  /* Already interrupted on this stack: the handler continues below. */
  if (stack_pointer - other_stack <= other_bytes) other_stack = other_bytes = 0;
  hagstone_signal_begins(stack_pointer, VG_(get_IP)(number), other_stack, other_bytes);
}

static void signal_ends(ThreadId number, Int signal) {
  run(&threads[number]);
  hagstone_signal_ends();
}

void hagstone_track_threads(void) {
  VG_(track_pre_thread_ll_create)(thread_created);
  VG_(track_pre_thread_first_insn)(thread_begins);
  VG_(track_pre_thread_ll_exit)(thread_ends);
  VG_(track_start_client_code)(client_code_starts);
  VG_(track_stop_client_code)(client_code_stops);
  VG_(track_pre_deliver_signal)(signal_begins);
  VG_(track_post_deliver_signal)(signal_ends);
}

const char *hagstone_start_threads(void) {
  threads = hagstone_memory(VG_N_THREADS * sizeof *threads);
  return threads ? 0 : "no memory for the list of threads";
}

void hagstone_keep_only_thread(ThreadId number) {
  run(&threads[number]);
  for (ThreadId i = 1; i < VG_N_THREADS; i++) {
    if (i == number || !threads[i].index) continue;
    threads[i].index = 0;
    threads[i].top = 0;
  }
  living = 1;
  last_index = 1;
  threads[number].index = 1;
  threads[number].thread_id = (UInt)VG_(gettid)();
  hagstone_engine.thread = 1;
}

void hagstone_end_threads(void) {
  for (ThreadId i = 1; i < VG_N_THREADS; i++)
    if (threads[i].index) thread_ends(i);
}
