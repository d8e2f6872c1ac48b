/* SPDX-License-Identifier: MIT
 *
 * Preloaded into a sample program instead of the agent: counts where the process's CPU-time clock ticks fall, and at
 * the end appends one hexadecimal offset into the main program per tick to the file named by TICKS_OUTPUT. It shares
 * no code with the agent, so it can serve as its reference. */
#define _GNU_SOURCE
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>

enum { MOST_TICKS = 1 << 20 };
static uintptr_t ticks[MOST_TICKS];
static volatile sig_atomic_t tick_count;
static uintptr_t base;

static void on_tick(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)information;
  if (tick_count < MOST_TICKS) ticks[tick_count++] = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

/* The first module is the main program. */
static int take_base(struct dl_phdr_info *module, size_t size, void *result) {
  (void)size;
  *(uintptr_t *)result = module->dlpi_addr;
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  dl_iterate_phdr(take_base, &base);
  struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  struct itimerval interval = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &interval, NULL);
}

__attribute__((destructor)) static void end(void) {
  struct itimerval off = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &off, NULL);
  const char *path = getenv("TICKS_OUTPUT");
  FILE *output = path == NULL ? NULL : fopen(path, "a");
  if (output == NULL) {
    fprintf(stderr, "ticks: TICKS_OUTPUT must name a file that can be written\n");
    return;
  }
  for (sig_atomic_t index = 0; index < tick_count; index++) fprintf(output, "0x%lx\n", (unsigned long)(ticks[index] - base));
  fclose(output);
}
