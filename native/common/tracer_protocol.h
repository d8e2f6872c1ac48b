/* SPDX-License-Identifier: MIT
 *
 * How the agent in a traced thread and hagstone_tracer speak to each other, where perf_event_open is forbidden.
 *
 * Each thread of the target has one hagstone_tracer_request in its own memory. To have its debug registers changed it
 * raises SIGTRAP in itself with si_code HAGSTONE_TRACER_REQUEST_CODE and the request's address as si_value. Every signal
 * stops a traced thread before it is delivered; the tracer reads the request, fulfils it, sets `answered` and
 * swallows the signal. In a handler SIGTRAP is blocked, so the thread stops when the handler returns, before the
 * interrupted instruction runs: several changes of one handler cost one stop. Should another SIGTRAP be pending then,
 * the kernel drops the request's own: the tracer looks for an open request (`asked` != `answered`) at every SIGTRAP
 * of a thread whose request it knows.
 *
 * A hardware trap stops the thread by SIGTRAP as well; the tracer hands it on with si_code HAGSTONE_TRACER_TRAP_CODE and
 * the register's tag as si_value. A request that arrives in the target as a signal means: there is no tracer any more.
 *
 * Both sides are of one build; `version` guards against a mixture. */
#ifndef HAGSTONE_TRACER_PROTOCOL_H
#define HAGSTONE_TRACER_PROTOCOL_H

#include <stdint.h>

#define HAGSTONE_TRACER_MAGIC 0x5243525447534748ull /* "HGSGTRCR" */
#define HAGSTONE_TRACER_VERSION 1u
#define HAGSTONE_TRACER_REQUEST_CODE (-0x4752) /* negative, as of signals from user code */
#define HAGSTONE_TRACER_TRAP_CODE (-0x4754)
#define HAGSTONE_TRACER_REGISTERS 4 /* of x86-64 */
/* si_code of the SIGTRAP that asks a thread of an attached process to watch itself. */
#define HAGSTONE_JOIN_CODE (-0x474a)
/* int hagstone_attach(char **environment): acts in a running process like the library's constructor in a
   program that preloads it. `environment` holds the HAGSTONE_ variables, ends with a null pointer and stays in
   memory. Returns an enum hagstone_failure, or -1 if the process is already being recorded. */
#define HAGSTONE_ATTACH_FUNCTION "hagstone_attach"
/* void hagstone_detach(void): ends the recording of hagstone_attach, which may then be called again. */
#define HAGSTONE_DETACH_FUNCTION "hagstone_detach"
/* Name of the tracing process (/proc/PID/comm, 15 characters at most). */
#define HAGSTONE_TRACER_NAME "hagstone_tracer"

enum hagstone_tracer_request_kind {
  HAGSTONE_TRACER_OPEN = 1,      /* first request of a thread; answered with `available` */
  HAGSTONE_TRACER_REGISTERS_SET = 2,
  HAGSTONE_TRACER_EXECUTE = 3,   /* the thread is about to call exec: look whether the program has privileges to lose */
  HAGSTONE_TRACER_LET_GO = 4     /* stop tracing `process` (0: the caller's own), answered when that has happened */
};

enum hagstone_tracer_break_on {
  HAGSTONE_TRACER_OFF = 0,
  HAGSTONE_TRACER_EXECUTION = 1,
  HAGSTONE_TRACER_WRITE = 2,
  HAGSTONE_TRACER_READ_OR_WRITE = 3
};

struct hagstone_tracer_register {
  uint64_t address;
  uint64_t tag;        /* comes back with the trap */
  uint32_t on;         /* enum hagstone_tracer_break_on */
  uint32_t length;     /* bytes: 1, 2, 4 or 8 */
};

struct hagstone_tracer_request {
  uint64_t magic;
  uint32_t version;
  uint32_t kind;
  uint64_t asked;      /* raised by the agent with every change */
  uint64_t answered;   /* by the tracer: the value of `asked` that it has seen */
  int32_t process;     /* LET_GO */
  int32_t available;   /* answer to OPEN: debug registers, 0 if none can be set */
  int32_t failure;     /* negative errno of the last register that could not be set, 0: none; cleared by the agent */
  uint32_t blocked; /* traps that came while SIGTRAP was blocked and are lost: bit i is register i; cleared by the agent */
  /* How to get the agent's handler back, which the kernel resets when a trap finds SIGTRAP blocked: address of its
   * struct sigaction as the kernel defines it, and of a `syscall` instruction. */
  uint64_t action;
  uint64_t system_call;
  struct hagstone_tracer_register registers[HAGSTONE_TRACER_REGISTERS];
};

#endif
