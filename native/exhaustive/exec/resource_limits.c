/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "resource_limits.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "exec_obstacles.h"
#include "valgrind_internals.h"

static Int valgrinds_hard_limit; /* during a call that sets limits, else 0 */
static UWord program_hard_limit; /* that the program lowered; 0: it did not */
static struct vki_rlimit before_exec;

struct call {
  struct vki_rlimit *wanted; /* null: none */
  struct vki_rlimit *result;
};

static struct vki_rlimit *limit_at(UWord address) {
  if (!address || !VG_(am_is_valid_for_client)(address, sizeof(struct vki_rlimit), VKI_PROT_READ)) return NULL;
  return (struct vki_rlimit *)address;
}

static Bool is_about_own_descriptors(UInt number, const UWord *arguments, struct call *call) {
  *call = (struct call){0, 0};
  switch (number) {
    case __NR_setrlimit: call->wanted = limit_at(arguments[1]); return arguments[0] == VKI_RLIMIT_NOFILE;
    case __NR_getrlimit: call->result = limit_at(arguments[1]); return arguments[0] == VKI_RLIMIT_NOFILE;
    case __NR_prlimit64:
      call->wanted = limit_at(arguments[2]);
      call->result = limit_at(arguments[3]);
      return arguments[1] == VKI_RLIMIT_NOFILE && ((Int)arguments[0] == 0 || (Int)arguments[0] == VG_(getpid)());
    default: return False;
  }
}

static UWord hard_limit(void) { return program_hard_limit ? program_hard_limit : (UWord)VG_(fd_hard_limit); }

/* Valgrind accepts only its own hard limit, which the program asks for meanwhile. */
void hagstone_limit_call_begins(UInt number, const UWord *arguments) {
  struct call call;
  if (!is_about_own_descriptors(number, arguments, &call) || !call.wanted) return;
  const UWord hard = call.wanted->rlim_max;
  if (hard > hard_limit() || call.wanted->rlim_cur > hard) return;
  valgrinds_hard_limit = VG_(fd_hard_limit);
  VG_(fd_hard_limit) = (Int)hard;
}

/* A message of Valgrind that is too much for the limit would end the program. */
static void stop_messages_that_kill(UInt number) {
  if ((number == __NR_setrlimit || number == __NR_prlimit64) && !hagstone_may_write_files()) VG_(log_output_sink).fd = -1;
}

void hagstone_limit_call_ends(UInt number, const UWord *arguments, Bool failed) {
  struct call call;
  stop_messages_that_kill(number);
  if (!is_about_own_descriptors(number, arguments, &call)) return;
  if (call.result && !failed) call.result->rlim_max = hard_limit();
  if (!valgrinds_hard_limit) return;
  if (!failed) program_hard_limit = (UWord)VG_(fd_hard_limit);
  VG_(fd_hard_limit) = valgrinds_hard_limit;
  valgrinds_hard_limit = 0;
}

/* A hard limit that is lowered cannot be raised again if the exec fails, and the next Valgrind needs room above. */
void hagstone_pass_on_descriptor_limits(Bool recorded) {
  if (VG_(getrlimit)(VKI_RLIMIT_NOFILE, &before_exec) != 0) return;
  struct vki_rlimit limit = before_exec;
  limit.rlim_cur = (UWord)VG_(fd_soft_limit);
  if (!recorded && program_hard_limit) limit.rlim_max = program_hard_limit;
  VG_(setrlimit)(VKI_RLIMIT_NOFILE, &limit);
}

void hagstone_take_back_descriptor_limits(void) { VG_(setrlimit)(VKI_RLIMIT_NOFILE, &before_exec); }
