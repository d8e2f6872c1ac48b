// SPDX-License-Identifier: MIT
// Preloaded after the agent: records where the clock ticks of the main program's main thread fall. At the end the
// offsets in the program, one per line in hexadecimal, go to the file that $CLOCK_TICKS names. This is the ground truth
// for a recording of the same run, by means that share only the kernel's clock with the agent. (The same run, because
// on a busy machine the loops' shares differ between runs by as much as the test measures.)
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { MOST_TICKS = 1 << 16, PERIOD = 300007 };

static unsigned long ticks[MOST_TICKS];
static int tick_count;
static int event = -1;

static void on_tick(int signal, siginfo_t *info, void *context) {
  (void)signal;
  (void)info;
  if (tick_count < MOST_TICKS) ticks[tick_count++] = (unsigned long)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

static int first_object(struct dl_phdr_info *object, size_t size, void *bias) {
  (void)size;
  *(unsigned long *)bias = object->dlpi_addr;
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigaction(SIGRTMIN, &action, NULL);
  struct perf_event_attr attributes = {0};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.sample_period = PERIOD;
  attributes.wakeup_events = 1;
  attributes.exclude_kernel = 1;
  event = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  struct f_owner_ex owner = {F_OWNER_TID, gettid()};
  fcntl(event, F_SETOWN_EX, &owner);
  fcntl(event, F_SETSIG, SIGRTMIN);
  fcntl(event, F_SETFL, O_ASYNC);
}

__attribute__((destructor)) static void end(void) {
  close(event);
  unsigned long bias = 0;
  dl_iterate_phdr(first_object, &bias);
  FILE *file = fopen(getenv("CLOCK_TICKS"), "w");
  if (!file) return;
  for (int i = 0; i < tick_count; i++) fprintf(file, "%lx\n", ticks[i] - bias);
  fclose(file);
}
