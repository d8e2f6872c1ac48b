/* SPDX-License-Identifier: MIT
 *
 * How the launcher speaks to the agent: environment variables of the target, read once when the agent is loaded.
 * The agent removes none of them (children by exec are to be recorded too) unless HAGSTONE_FOLLOW is "none"; then it
 * takes its own variables and its LD_PRELOAD entry out of the environment that children will inherit. Programs that the
 * target executes with another environment get them too, unless HAGSTONE_RECORDING is set there already; set but empty,
 * it leaves the program alone.
 * Numbers are decimal. A value that cannot be read stops recording (header.failure), never the target. */
#ifndef HAGSTONE_AGENT_ENVIRONMENT_H
#define HAGSTONE_AGENT_ENVIRONMENT_H

/* Directory that exists; the agent creates process-PID-STARTTIME.hagraw in it. Without it the agent does nothing. */
#define HAGSTONE_ENVIRONMENT_RECORDING "HAGSTONE_RECORDING"
/* "DEVICE:INODE" (stat(2)) of that directory. With it agents pass an open descriptor of the directory on to forked and
 * executed programs, which find it by this, and create their files where the path leads nowhere: after chroot, in
 * another mount namespace, as another user. Default: none, the path alone is used. */
#define HAGSTONE_ENVIRONMENT_RECORDING_IDENTITY "HAGSTONE_RECORDING_IDENTITY"
/* ns of CPU time between samples, 100000 .. 10^12; rounded to the nearest prime, then jittered. Default 10000000.
 * Engines pebs and ibs: accesses (ibs: operations), 1000 .. 10^12, default 5000000. */
#define HAGSTONE_ENVIRONMENT_PERIOD "HAGSTONE_PERIOD"
/* ns of CPU time between samples in the first HAGSTONE_EARLY_TIME ns (default 3 * 10^9) of a process's CPU time, as far as
 * HAGSTONE_MAX_OVERHEAD allows: 100000 .. HAGSTONE_PERIOD. Default: HAGSTONE_PERIOD all the time. With timers that fire at
 * clock ticks only it is two ticks at least. Not with engines pebs and ibs. */
#define HAGSTONE_ENVIRONMENT_EARLY_PERIOD "HAGSTONE_EARLY_PERIOD"
#define HAGSTONE_ENVIRONMENT_EARLY_TIME "HAGSTONE_EARLY_TIME"
/* seed of all random numbers; threads derive their own from it and their index. Default: from the kernel. */
#define HAGSTONE_ENVIRONMENT_SEED "HAGSTONE_SEED"
/* comma-separated tool names as on the command line. Default dead-stores. Each sample is dealt to one of them. */
#define HAGSTONE_ENVIRONMENT_TOOLS "HAGSTONE_TOOLS"
/* auto | sigtrap | async | tracer. auto never takes tracer: it needs hagstone_tracer as the parent. */
#define HAGSTONE_ENVIRONMENT_TRANSPORT "HAGSTONE_TRANSPORT"
/* registers | common | oldest | never */
#define HAGSTONE_ENVIRONMENT_RESERVOIR "HAGSTONE_RESERVOIR"
/* proportional | none */
#define HAGSTONE_ENVIRONMENT_ATTRIBUTION "HAGSTONE_ATTRIBUTION"
/* debug registers to watch with, 1 .. the machine's, less the walking one. Default all. */
#define HAGSTONE_ENVIRONMENT_WATCH_REGISTERS "HAGSTONE_WATCH_REGISTERS"
/* K: a random number in [0, K) of wanted accesses is skipped. 1 .. 64, default 8. */
#define HAGSTONE_ENVIRONMENT_SKIP_RANGE "HAGSTONE_SKIP_RANGE"
/* most stops per sample, 1 .. 64, default 8. */
#define HAGSTONE_ENVIRONMENT_STOP_BUDGET "HAGSTONE_STOP_BUDGET"
/* deepest context, 8 .. 4096 frames, default 512. */
#define HAGSTONE_ENVIRONMENT_DEPTH_CAP "HAGSTONE_DEPTH_CAP"
/* children | none. Default children. */
#define HAGSTONE_ENVIRONMENT_FOLLOW "HAGSTONE_FOLLOW"
/* bytes of trap records per process, default 67108864. */
#define HAGSTONE_ENVIRONMENT_TRAP_LOG "HAGSTONE_TRAP_LOG"
/* bytes of trace records per process, default 33554432; 0: no trace. */
#define HAGSTONE_ENVIRONMENT_TRACE "HAGSTONE_TRACE"

/* software | pebs | ibs. Default software. */
#define HAGSTONE_ENVIRONMENT_ENGINE "HAGSTONE_ENGINE"
/* PMU events of the engines pebs and ibs, comma-separated `kind:type:config:config1:config2` with kind loads | stores |
 * all and the numbers hexadecimal, as in perf_event_attr. Default: the processor's own (native-anchors 5.5). */
#define HAGSTONE_ENVIRONMENT_EVENTS "HAGSTONE_EVENTS"
/* relative tolerance of floating-point comparisons in billionths, 0 .. 999999999. Default 10000000 (1 %). */
#define HAGSTONE_ENVIRONMENT_TOLERANCE "HAGSTONE_TOLERANCE"
/* of reuse distance in bytes: 1, 8 or 64. Default 8. */
#define HAGSTONE_ENVIRONMENT_GRANULARITY "HAGSTONE_GRANULARITY"
/* same | other: which part of the cache line reuse-distance waits for; other is its spatial variant. Default same. */
#define HAGSTONE_ENVIRONMENT_REUSE_OF "HAGSTONE_REUSE_OF"
/* most CPU time inside the profiler in millionths of the thread's, 1000 .. 1000000; the period is doubled, and halved
 * again, to stay below. 0: never. Default 50000. */
#define HAGSTONE_ENVIRONMENT_MAX_OVERHEAD "HAGSTONE_MAX_OVERHEAD"

/* name of a sanitizer's library that was put first into LD_PRELOAD for this program alone: the agent takes it out of the
 * environment, since children that are not built with it must not get it. */
#define HAGSTONE_ENVIRONMENT_RUNTIME "HAGSTONE_RUNTIME"

/* header.failure. X(name, code, the message to the reader). */
#define HAGSTONE_FAILURES(X) \
  X(none, 0, "") \
  X(configuration, 1, "a HAGSTONE_ variable could not be read") \
  X(perf_forbidden, 2, "perf_event_open is not permitted") \
  X(no_registers, 3, "no debug register is free") \
  X(watchpoint_silent, 4, "watchpoints open but never fire") \
  X(timer_silent, 5, "the CPU-time event opens but never interrupts") \
  X(no_memory, 6, "the kernel gave no memory") \
  X(not_writable, 7, "the recording could not be written") \
  X(unsupported_kernel, 8, "the kernel knows no perf breakpoints") \
  X(unsupported_runtime, 9, "the program's Go runtime takes over all signals") \
  X(supervised, 10, "a debugger, another tracer or Valgrind controls the program") \
  X(no_performance_counters, 11, "the processor's sampling events cannot be opened") \
  X(performance_counters_silent, 12, "the processor's sampling events open but give no addresses") \
  X(no_tracer, 13, "the tracer did not answer") \
  X(static_program, 14, "it is statically linked, so the sampler cannot be preloaded into it") \
  X(other_c_library, 15, "it uses another C library than glibc, which the sampler needs") \
  X(other_word_size, 16, "it is no 64-bit program") \
  X(privileged_program, 17, "it is set-user-ID, set-group-ID or has capabilities, so the loader ignores the sampler") \
  X(leak_sanitizer, 18, "LeakSanitizer does not work in a traced process") \
  X(few_descriptors, 19, "its limit on open files is too low for the sampler: raise it (ulimit -n) to 64 or more") \
  X(file_size_limit, 20, "its limit on file sizes left no room for the recording: raise it (ulimit -f)") \
  X(forbidden_calls, 21, "it forbids the system calls that the sampler needs (seccomp, by a system call of its own)")

enum hagstone_failure {
#define HAGSTONE_X(name, code, text) HAGSTONE_FAILURE_##name = code,
  HAGSTONE_FAILURES(HAGSTONE_X)
#undef HAGSTONE_X
};

#endif
