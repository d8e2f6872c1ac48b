/* Does what leaves a sampler without samples, by system calls that no library can stand in front of, and works for the
 * second that follows. Its exit status is 7 and it prints "done", sampled or not:
 *   block, ignore, handle   SIGTRAP
 *   kernel                  works in system calls only, between which it does not touch memory: one sampled access would be a result
 *   leave                   blocks SIGTRAP, and ends by its own system call
 *   strict                  confines itself by prctl()
 *   errors                  by its own system call, to a few system calls; all others fail
 *   later                   works first, and confines itself in this way then
 *   clocks                  the same, but may read its clocks
 *   breakpoints             uses all debug registers, and says how many it got
 *   traced                  a child lets its parent trace it, and does the work */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long stored[1000];

/* Several periods at 20 samples a second. Counts its rounds: clocks are system calls at times. */
static void work(void) {
  for (long round = 0; round < 600000; round++)
    for (int i = 0; i < 1000; i++) stored[i] = round;
}

static inline __attribute__((always_inline)) long raw(long number, long a, long b, long c, long d) {
  long result;
  register long fourth __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth) : "rcx", "r11", "memory");
  return result;
}

static void on_signal(int number) { (void)number; }
__attribute__((naked)) static void restore(void) { __asm__("mov $15, %eax\n\tsyscall"); }

static void set_action(void (*handler)(int)) {
  const struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } action = {handler, 0x04000000 /* SA_RESTORER */, restore, 0};
  raw(SYS_rt_sigaction, SIGTRAP, (long)&action, 0, 8);
}

static void confine(int may_read_clocks) {
#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  const unsigned clock = may_read_clocks ? SYS_clock_gettime : SYS_write;
  struct sock_filter rules[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)), ALLOW(SYS_write), ALLOW(SYS_exit_group),
                                ALLOW(SYS_rt_sigreturn), ALLOW(clock), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1)};
  struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  raw(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, (long)&filter, 0);
}

static int use_breakpoints(void) {
  static long watched[4];
  int opened = 0;
  for (int i = 0; i < 4; i++) {
    struct perf_event_attr attributes = {.type = PERF_TYPE_BREAKPOINT, .size = sizeof attributes, .bp_type = HW_BREAKPOINT_W,
                                         .bp_addr = (uint64_t)&watched[i], .bp_len = HW_BREAKPOINT_LEN_8, .exclude_kernel = 1, .exclude_hv = 1};
    opened += syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0) >= 0;
  }
  return opened;
}

static int trace_a_child(void) {
  const pid_t child = fork();
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    work();
    _exit(7);
  }
  int status = 0, stops = 0;
  for (; waitpid(child, &status, 0) == child && WIFSTOPPED(status); stops++) ptrace(PTRACE_CONT, child, NULL, NULL);
  printf("stops %d\ndone\n", stops);
  return WEXITSTATUS(status);
}

int main(int count, char **arguments) {
  const char *way = count > 1 ? arguments[1] : "";
  const long all = -1;
  if (!strcmp(way, "traced")) return trace_a_child();
  if (!strcmp(way, "block") || !strcmp(way, "leave")) raw(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, 0, 8);
  if (!strcmp(way, "ignore")) set_action(SIG_IGN);
  if (!strcmp(way, "handle")) set_action(on_signal);
  if (!strcmp(way, "breakpoints")) printf("opened %d\n", use_breakpoints());
  fflush(stdout);
  if (!strcmp(way, "strict")) prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  const int clocks = !strcmp(way, "clocks");
  if (clocks || !strcmp(way, "later")) work();
  if (clocks || !strcmp(way, "later") || !strcmp(way, "errors")) confine(clocks);
  if (!strcmp(way, "kernel")) {
    static char bytes[1 << 20];
    const int zeros = open("/dev/zero", O_RDONLY);
    for (int round = 0; round < 8000; round++)
      if (raw(SYS_read, zeros, (long)bytes, sizeof bytes, 0) < 0) return 1;
  } else {
    work();
  }
  if (write(1, "done\n", 5) != 5) return 1;
  if (!strcmp(way, "strict")) raw(SYS_exit, 7, 0, 0, 0);
  if (!strcmp(way, "leave")) raw(SYS_exit_group, 7, 0, 0, 0);
  _exit(7);
}
