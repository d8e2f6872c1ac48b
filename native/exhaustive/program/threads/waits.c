/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "waits.h"

#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "exhaustive/program/process.h"
#include "program_threads.h"
#include "exhaustive/recording/kernel.h"

/* Not among the numbers of the oldest Valgrind. */
enum { EPOLL_PWAIT2 = 441, FUTEX_LOCK_PI2 = 13 };

static Bool futex_waits(UWord operation) {
  switch (operation & ~(UWord)(VKI_FUTEX_PRIVATE_FLAG | VKI_FUTEX_CLOCK_REALTIME)) {
    case VKI_FUTEX_WAIT:
    case VKI_FUTEX_LOCK_PI:
    case VKI_FUTEX_WAIT_BITSET:
    case VKI_FUTEX_WAIT_REQUEUE_PI:
    case FUTEX_LOCK_PI2: return True;
    default: return False;
  }
}

enum wait { NONE, FOR_INPUT /* of the descriptor that is the first argument */, FOR_OUTPUT, FOR_ANYTHING };

/* Until something happens that may never do. */
static enum wait wait_of(UInt system_call, const UWord *arguments) {
  switch (system_call) {
    case __NR_futex: return futex_waits(arguments[1]) ? FOR_ANYTHING : NONE;
    case __NR_poll: return arguments[2] ? FOR_ANYTHING : NONE;
    case __NR_epoll_wait:
    case __NR_epoll_pwait: return arguments[3] ? FOR_ANYTHING : NONE;
    case __NR_fcntl: return arguments[1] == VKI_F_SETLKW ? FOR_ANYTHING : NONE;
    case __NR_read:
    case __NR_readv:
    case __NR_recvfrom:
    case __NR_recvmsg:
    case __NR_recvmmsg:
    case __NR_accept:
    case __NR_accept4: return FOR_INPUT;
    case __NR_write:
    case __NR_writev:
    case __NR_sendto:
    case __NR_sendmsg:
    case __NR_sendmmsg: return FOR_OUTPUT;
    case __NR_connect:
    case __NR_ppoll:
    case __NR_select:
    case __NR_pselect6:
    case EPOLL_PWAIT2:
    case __NR_pause:
    case __NR_nanosleep:
    case __NR_clock_nanosleep:
    case __NR_rt_sigsuspend:
    case __NR_rt_sigtimedwait:
    case __NR_wait4:
    case __NR_waitid:
    case __NR_semop:
    case __NR_semtimedop:
    case __NR_msgrcv:
    case __NR_msgsnd:
    case __NR_mq_timedreceive:
    case __NR_mq_timedsend:
    case __NR_flock:
    case __NR_io_getevents: return FOR_ANYTHING;
    default: return NONE;
  }
}

static Bool all_wait(void) {
  UInt left = hagstone_living_threads();
  for (ThreadId i = 1; left && i < VG_N_THREADS; i++) {
    const struct hagstone_program_thread *thread = hagstone_thread_numbered(i);
    if (!thread->index) continue;
    if (!thread->waits) return False;
    left--;
  }
  return True;
}

void hagstone_wait_may_begin(struct hagstone_program_thread *thread, UInt system_call, const UWord *arguments) {
  const enum wait wait = wait_of(system_call, arguments);
  thread->waits = wait != NONE;
  if (wait == NONE || !all_wait()) return;
  /* Files always are, and a file's end is input. */
  if (wait != FOR_ANYTHING && hagstone_kernel_is_ready((int)arguments[0], wait == FOR_OUTPUT)) return;
  hagstone_refresh_before_wait();
}
