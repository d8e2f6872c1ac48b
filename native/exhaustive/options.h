/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The options of the command line. */
#ifndef HAGSTONE_OPTIONS_H
#define HAGSTONE_OPTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum hagstone_scope_option { HAGSTONE_SCOPE_NONE = 0, HAGSTONE_SCOPE_ONCE = 1, HAGSTONE_SCOPE_ALWAYS = 2 };
/* Bits of `granularities`, as in the header of a recording. */
enum { HAGSTONE_GRANULARITY_BYTE = 1, HAGSTONE_GRANULARITY_WORD = 2, HAGSTONE_GRANULARITY_LINE = 4 };
enum { HAGSTONE_MOST_VIRTUAL = 4096 };

struct hagstone_options {
  const char *recording;      /* --recording=DIR, absolute */
  int recording_descriptor;   /* --recording-fd=N: its descriptor, of a process that executed this one; -1: none */
  const char *argument_zero;  /* --argv0=TEXT of that process; null: the program's path */
  uint64_t tools;             /* --measure=…: bit i: enum hagstone_tool i */
  int count;                  /* --measure=count: executions only, no contexts */
  int contexts;               /* --measure=contexts: executions by calling context, whatever else is measured */
  uint32_t granularities;     /* --granularities=byte,word,line */
  uint32_t tolerance;         /* --tolerance=N, billionths */
  uint64_t window_on;         /* --window-on=N --window-off=N, instructions; 0: everything is measured */
  uint64_t window_off;
  enum hagstone_scope_option scope; /* --scope=none|once|always */
  const char *loops;          /* --loops=FILE, null: none */
  uint64_t most_counters;     /* --most-counters=N: of code in contexts; beyond, contexts have sums (context_sums.h) */
  int process_wide;           /* --process-wide=yes|no: reuse distances over all threads */
  int reuse_objects;          /* --reuse-objects=yes|no: reuse distances of each data object too */
  uint32_t spatial_threshold; /* --spatial-threshold=N, billionths */
  int follow_children;        /* --follow=children|none: children of fork are recorded too */
  uint32_t value_roles;       /* --values=…: bit i: enum hagstone_value_role i */
  uint32_t value_table;       /* --value-table=N */
  uint32_t value_profile;     /* --value-profile=full|rising|bounds: enum hagstone_value_profile */
  uint32_t value_back_off;    /* --value-back-off=THOUSANDTHS */
  int value_constant_back_off; /* --value-back-off-kind=random|constant */
  int value_clearing;         /* --value-clearing=yes|no */
  int value_reference;        /* --value-reference=yes|no */
  int generic;                /* --generic=yes: every measurement through its access function, no code of its own */
  int check_code;             /* --check-code=yes: Valgrind checks all code that it translates (unchecked_code.h) */
  const char *kept_answers;   /* --keep-answers=FILE: of the kernel, for another run; null: none (repeated_answers.h) */
  const char *repeated_answers; /* --repeat-answers=FILE */
  int32_t rank;               /* --rank=N, -1: none */
  const char *virtual_units[HAGSTONE_MOST_VIRTUAL]; /* --virtual=SPEC, repeatable */
  uint32_t virtual_unit_count;
};
extern struct hagstone_options hagstone_options;

int hagstone_tool_wanted(uint32_t tool);

#ifdef __cplusplus
}
#endif

#endif
