/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "system_calls.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

#include "exhaustive/translation/access_counts.h"
#include "exhaustive/translation/access_events.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/exec/followed_exec.h"
#include "exhaustive/exec/resource_limits.h"
#include "memory_events.h"
#include "exhaustive/options.h"
#include "process.h"
#include "threads/program_threads.h"
#include "exhaustive/translation/repeated_answers.h"
#include "exhaustive/contexts/sites.h"
#include "threads/waits.h"

enum { PAGE = 4096 };

/* The bytes at the address before the thread's running system call, if all of them were kept. */
static const uint8_t *kept_before(const struct hagstone_program_thread *thread, Addr address, SizeT bytes) {
  const uint8_t *kept = thread->kept;
  for (UInt i = 0; i < thread->announced_count; i++) {
    const struct hagstone_announced_write *write = &thread->announced[i];
    if (address >= write->address && address + bytes <= write->address + write->bytes)
      return kept + (address - write->address);
    kept += write->bytes;
  }
  return 0;
}

static void tell(ThreadId thread, UInt system_call, enum hagstone_access_kind kind, Addr address, SizeT bytes) {
  if (!bytes || !hagstone_engine.measuring || hagstone_options.count) return;
  const hagstone_calling_context context = hagstone_context_of_thread(thread);
  const struct hagstone_site *site = hagstone_system_call_site(system_call, kind);
  if (!site || !context) return;
  hagstone_count_access_in(context, site, bytes);
  const struct hagstone_program_thread *state = hagstone_thread_numbered(thread);
  const uint8_t *before = kind == HAGSTONE_STORE ? kept_before(state, address, bytes) : 0;
  hagstone_tell_kernel_access(site, address, bytes, before, context, state->index);
}

/* Number of bytes that the program may read: the kernel stops at the first unreadable one. */
static SizeT readable(Addr address, SizeT bytes) {
  if (VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ)) return bytes;
  SizeT known = 0;
  while (known < bytes) {
    const SizeT left_on_page = PAGE - (address + known) % PAGE;
    const SizeT part = left_on_page < bytes - known ? left_on_page : bytes - known;
    if (!VG_(am_is_valid_for_client)(address + known, part, VKI_PROT_READ)) break;
    known += part;
  }
  return known;
}

/* The kernel reads as much as there is room for, according to the result, and nothing on an error. */
static Bool is_passed_on(const struct hagstone_program_thread *thread, const HChar *what, Addr address) {
  switch (thread->system_call) {
    case __NR_write:
    case __NR_pwrite64:
    case __NR_sendto: return address == thread->second_argument;
    case __NR_writev:
    case __NR_pwritev:
    case __NR_pwritev2:
    case __NR_sendmsg: return VG_(strchr)(what, '[') != NULL; /* a piece, not the list of them */
    default: return False;
  }
}

static void kernel_reads(CorePart part, ThreadId thread, const HChar *what, Addr address, SizeT bytes) {
  if (part != Vg_CoreSysCall || !bytes) return;
  struct hagstone_program_thread *state = hagstone_thread_numbered(thread);
  if (is_passed_on(state, what, address) && state->passed_on_count < HAGSTONE_MOST_PASSED_ON)
    state->passed_on[state->passed_on_count++] = (struct hagstone_passed_on){address, bytes};
  else
    tell(thread, state->system_call, HAGSTONE_LOAD, address, readable(address, bytes));
}

static void tell_passed_on(ThreadId thread, SysRes result) {
  const struct hagstone_program_thread *state = hagstone_thread_numbered(thread);
  SizeT left = sr_isError(result) ? 0 : sr_Res(result);
  for (UInt i = 0; i < state->passed_on_count && left; i++) {
    const struct hagstone_passed_on *piece = &state->passed_on[i];
    const SizeT bytes = piece->bytes < left ? piece->bytes : left;
    tell(thread, state->system_call, HAGSTONE_LOAD, piece->address, readable(piece->address, bytes));
    left -= bytes;
  }
}

static void kernel_reads_string(CorePart part, ThreadId thread, const HChar *what, Addr address) {
  if (part != Vg_CoreSysCall) return;
  SizeT length = 0;
  while (readable(address + length, 1))
    if (*(const HChar *)(address + length++) == 0) break;
  tell(thread, hagstone_thread_numbered(thread)->system_call, HAGSTONE_LOAD, address, length);
}

static void kernel_will_write(CorePart part, ThreadId thread, const HChar *what, Addr address, SizeT bytes) {
  struct hagstone_program_thread *state = hagstone_thread_numbered(thread);
  if (!hagstone_kernel_stores_need_before() || part != Vg_CoreSysCall || !bytes) return;
  if (!state->kept) state->kept = hagstone_memory(HAGSTONE_KEPT_BYTES);
  if (!state->kept || state->announced_count == HAGSTONE_MOST_ANNOUNCED_WRITES ||
      bytes > HAGSTONE_KEPT_BYTES - state->kept_bytes || readable(address, bytes) != bytes)
    return;
  VG_(memcpy)(state->kept + state->kept_bytes, (const void *)address, bytes);
  state->announced[state->announced_count++] = (struct hagstone_announced_write){address, bytes};
  state->kept_bytes += bytes;
}

static SizeT signal_frame_bytes; /* of all signals */

/* The frame of a signal counts as the bytes that rt_sigreturn(2) removes again. */
static void kernel_wrote(CorePart part, ThreadId thread, Addr address, SizeT bytes) {
  if (part == Vg_CoreSysCall) {
    const UInt system_call = hagstone_thread_numbered(thread)->system_call;
    const SizeT written = readable(address, bytes);
    hagstone_repeat_write(system_call, address, written);
    tell(thread, system_call, HAGSTONE_STORE, address, written);
  } else if (part == Vg_CoreSignal) {
    signal_frame_bytes = bytes;
    tell(thread, __NR_rt_sigreturn, HAGSTONE_STORE, address, bytes);
  }
}

/* Valgrind does not tell. The handler has returned to an address that was the first of the frame. */
static void kernel_reads_signal_frame(ThreadId thread) {
  const Addr frame = VG_(get_SP)(thread) - sizeof(Addr);
  tell(thread, __NR_rt_sigreturn, HAGSTONE_LOAD, frame, readable(frame, signal_frame_bytes));
}

/* Programs are searched along PATH by trying: the preparations of an exec are not made for each try. */
static Bool names_a_file(UInt number, const UWord *arguments) {
  struct vg_stat status;
  if (number != __NR_execve) return True;
  if (!readable(arguments[0], 1)) return False;
  return !sr_isError(VG_(stat)((const HChar *)arguments[0], &status));
}

static void system_call_begins(ThreadId thread, UInt number, UWord *arguments, UInt argument_count) {
  struct hagstone_program_thread *state = hagstone_thread_numbered(thread);
  state->system_call = number;
  state->announced_count = 0;
  state->kept_bytes = 0;
  state->passed_on_count = 0;
  state->second_argument = arguments[1];
  hagstone_wait_may_begin(state, number, arguments);
  hagstone_limit_call_begins(number, arguments);
  if (number == __NR_rt_sigreturn) kernel_reads_signal_frame(thread);
  if ((number == __NR_execve || number == __NR_execveat) && names_a_file(number, arguments)) {
    hagstone_name_executed_descriptor(number == __NR_execveat ? (int)arguments[0] : -1);
    hagstone_exec_begins();
  }
}

static void system_call_ends(ThreadId thread, UInt number, UWord *arguments, UInt argument_count, SysRes result) {
  hagstone_repeat_result(thread, number, result);
  tell_passed_on(thread, result);
  hagstone_limit_call_ends(number, arguments, sr_isError(result));
  if (number == __NR_madvise && !sr_isError(result)) hagstone_memory_advised(arguments[0], arguments[1], arguments[2]);
  if (number == __NR_execve || number == __NR_execveat) hagstone_exec_failed();
}

void hagstone_track_system_calls(void) {
  VG_(needs_syscall_wrapper)(system_call_begins, system_call_ends);
  VG_(track_pre_mem_read)(kernel_reads);
  VG_(track_pre_mem_read_asciiz)(kernel_reads_string);
  VG_(track_pre_mem_write)(kernel_will_write);
  VG_(track_post_mem_write)(kernel_wrote);
}
