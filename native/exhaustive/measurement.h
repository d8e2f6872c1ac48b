/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The interface between the engine (instrumentation, calling contexts, shadow stack, recording) and the measurements
 * (dead stores, silent stores, redundant loads, spatial loads, reuse distance, virtual PMU). Freestanding C11 without
 * Valgrind's headers, so that the measurements are also tested outside Valgrind (native/exhaustive/test).
 *
 * Valgrind runs one thread at a time and calls nothing here concurrently. All addresses are the program's own; its
 * memory is readable by plain pointers. */
#ifndef HAGSTONE_MEASUREMENT_H
#define HAGSTONE_MEASUREMENT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Number of a calling-context node: call sites from the thread's root down to the function that runs. 0: none. */
typedef uint32_t hagstone_calling_context;
/* 28 bits; a shadow word holds context, site and one bit for each of 8 bytes. */
#define HAGSTONE_CALLING_CONTEXT_BITS 28u
#define HAGSTONE_SITE_BITS 28u

enum hagstone_access_kind { HAGSTONE_NO_ACCESS = 0 /* a mark of the program */, HAGSTONE_LOAD = 1, HAGSTONE_STORE = 2 };
/* Sites of values written to registers have these kinds (instruction_writes.h); no access of memory has. */
enum hagstone_register_site_kind { HAGSTONE_REGISTER = 3, HAGSTONE_LOADED_REGISTER = 4 };

/* One access of one instruction, equal in all translations (interned by instruction address, number and kind). A
 * read-modify-write has a site for its load (number 0) and one for its store (number 1). System calls have sites of
 * their own, `instruction` 0. */
struct hagstone_site {
  uint32_t id;          /* from 1, at most HAGSTONE_SITE_BITS bits */
  uint32_t module;      /* index in the recording, or HAGSTONE_MODULE_UNKNOWN, HAGSTONE_MODULE_SYSTEM_CALL */
  uint64_t instruction; /* run-time address */
  uint64_t offset;      /* ELF virtual address, run-time address, or system call number */
  uint8_t number;       /* of the access within its instruction, in the order of execution */
  uint8_t kind;         /* enum hagstone_access_kind */
  uint8_t element;      /* enum hagstone_element of native/common/compare.h */
  uint8_t guarded;      /* may be left out when its instruction runs (masked moves, rep with count 0) */
  uint32_t bytes;       /* of one execution; 0: varies (system calls) */
};

/* One execution of a site. For loads memory holds the loaded value; for stores it holds the stored value, and
   `before` is the old one. */
struct hagstone_access {
  const struct hagstone_site *site;
  uint64_t address;
  uint32_t bytes;
  hagstone_calling_context context;
  uint32_t thread;      /* index, from 1 */
  const uint8_t *before; /* stores: `bytes` bytes; 0: not known (system calls) */
};

/* Emptied: a mapping that continues, whose content the program released (madvise). */
enum hagstone_memory_end { HAGSTONE_MEMORY_FREED = 1, HAGSTONE_MEMORY_UNMAPPED = 2, HAGSTONE_MEMORY_EMPTIED = 3 };
/* Grown: the part that mremap adds to the end of a mapping. */
enum hagstone_memory_begin { HAGSTONE_MEMORY_ALLOCATED = 1, HAGSTONE_MEMORY_MAPPED = 2, HAGSTONE_MEMORY_GROWN = 3 };

/* Code that a measurement puts into translations itself (instrumentation.h). */
struct hagstone_code_hooks;
struct hagstone_instruction_hooks;

/* The callbacks of a measurement. Every function may be null. The fast measurements also put their own code into the
   translation (instrumentation.h); their functions get only the rest. */
struct hagstone_measurement {
  const char *name;
  uint32_t tool; /* enum hagstone_tool; 0: none */
  /* Once the options are known; returns 0, or why it cannot measure (one sentence with the remedy). */
  const char *(*start)(void);
  /* Every load and store, in program order. Not called where `code` is used. */
  void (*access)(const struct hagstone_access *access);
  /* A system call's effect on memory; `site` represents the call. */
  void (*kernel_access)(const struct hagstone_access *access);
  /* Memory is fresh again: nothing that was known of it holds. Kernel- and allocator-side ends of life. */
  void (*memory_ends)(uint64_t address, uint64_t bytes, enum hagstone_memory_end how);
  void (*memory_moves)(uint64_t from, uint64_t to, uint64_t bytes); /* mremap, realloc in place excluded */
  /* A heap block, or a mapping of at least a page. `context` names the caller of malloc or mmap: its innermost call site
   * is that call (hagstone_context_record gives its record). A block that is there already has this size and this context
   * from now on: realloc left it where it is. */
  void (*memory_begins)(uint64_t address, uint64_t bytes, enum hagstone_memory_begin how, hagstone_calling_context context);
  /* There is a second thread from now on (threads.h). */
  void (*several_threads)(void);
  void (*thread_ends)(uint32_t thread);
  /* Bursty sampling: nothing is carried over from window to window. */
  void (*window_begins)(void);
  void (*window_ends)(void);
  /* The recording may be read now: counts that are held back go into it. Called every 2 s. */
  void (*refresh)(void);
  /* The program ended or is about to execute another image. Called again if that exec failed and the program
     continued: it writes totals, not increments. */
  void (*finish)(void);
  /* In the child: start afresh, all counters of the recording are gone. */
  void (*after_fork)(void);
  /* Null, or used instead of `access` unless --generic=yes. */
  const struct hagstone_code_hooks *code;
  const struct hagstone_instruction_hooks *instructions; /* null, or always used: for everything but accesses */
  uint64_t tools;   /* several tools at once: bit i represents enum hagstone_tool i; 0: `tool` alone */
  uint8_t kinds;    /* accesses that `access` wants: enum hagstone_access_kind, ored; 0: all */
  uint8_t needs_before; /* `access` looks at `before` */
};

/* ---- Services of the engine. ---- */

/* Zeroed memory from the kernel; null if there is none. */
void *hagstone_memory(uint64_t bytes);
/* The same for a table that fills soon and is accessed randomly: in huge pages if the kernel has them. */
void *hagstone_table_memory(uint64_t bytes);
/* Everything that one call of either gave. */
void hagstone_give_back(void *memory, uint64_t bytes);

/* Context record id in the recording for an access by `site` in `context`; written on first use. 0: no room. */
uint32_t hagstone_leaf(hagstone_calling_context context, const struct hagstone_site *site);
/* Prefetches the data that hagstone_leaf will read: for callers with several to find. */
void hagstone_expect_leaf(hagstone_calling_context context, uint32_t site);
const struct hagstone_site *hagstone_site_of(uint32_t id);
/* Context record id of the calling context itself. 0: no room. */
uint32_t hagstone_context_record(hagstone_calling_context context);
hagstone_calling_context hagstone_parent_context(hagstone_calling_context context);
/* Thread whose root the context has. */
uint32_t hagstone_thread_of(hagstone_calling_context context);

/* Counter record in the mapped recording, updated in place; null: no room (counted as dropped_pairs_full). */
struct hagstone_exact_pair;
struct hagstone_exact_pair *hagstone_new_exact_pair(uint32_t tool, uint32_t relation, uint32_t flags, uint32_t watch_leaf,
                                                    uint32_t trap_leaf, uint32_t scope, uint32_t object);
/* The records of exact pairs that were made one after the other, from one of them on: that of the pair with an id greater by
 * i is put into the array at i, of `room` pairs at most. */
void hagstone_exact_pairs_from(const struct hagstone_exact_pair *first, struct hagstone_exact_pair **pairs, uint32_t room);
/* Counts in the recording, updated in place. The one with `*index` is added to the record of the exact pair
 * that is made next (counted_pairs.h). Null: no room. */
struct hagstone_pair_counts;
struct hagstone_pair_counts *hagstone_counts_of_next_pair(uint32_t *index);
void *hagstone_new_counter(uint32_t record_type, const void *payload, uint32_t length);
/* Immutable record; returns 0 if there is no room. */
int hagstone_new_log_record(uint32_t record_type, const void *payload, uint32_t length);
/* How large the recording is. */
uint64_t hagstone_recorded_bytes(void);
/* Removes the recording, without pair counts, from this process's memory until it is used again: each page
 * costs a fault then. */
void hagstone_release_recording(void);
/* Statistic of raw_format.h, in place. */
uint64_t *hagstone_statistic(uint32_t statistic);

/* Relative tolerance of floating-point comparisons in billionths. */
uint32_t hagstone_tolerance(void);

/* Whether the program has memory at this address, with any protection. */
int hagstone_is_program_memory(uint64_t address);

#ifdef __cplusplus
}
#endif

#endif
