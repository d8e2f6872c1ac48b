/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One virtual PMU in one thread: takes samples, watches them, judges the traps (WITCH section 4, RDX section IV). */
#ifndef HAGSTONE_VIRTUAL_SAMPLER_H
#define HAGSTONE_VIRTUAL_SAMPLER_H

#include "common/compare.h"
#include "common/random.h"
#include "common/reservoir.h"
#include "common/watched_part.h"
#include "exhaustive/measurement.h"
#include "recorder.h"
#include "specification.h"
#include "watch_index.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_virtual_pmu {
  struct hagstone_virtual_specification specification;
  struct hagstone_virtual_recorder recorder;
};

struct hagstone_virtual_sampler;

/* A virtual debug register and its content. */
struct hagstone_virtual_watch {
  struct hagstone_indexed_watch indexed;
  struct hagstone_virtual_sampler *sampler;
  struct hagstone_watched_part part;
  int armed;
  uint32_t tool;
  uint32_t pair_flags;            /* those of its pairs that are known at the sample */
  uint32_t leaf;                  /* of the sampled access, in the main recording */
  uint64_t address;               /* of the sampled access */
  uint32_t bytes;                 /* likewise */
  uint64_t instruction;           /* that made it; 0: a system call */
  uint64_t start;                 /* accesses of the thread, the sampled one included */
  uint32_t kept_traps;            /* that left it armed */
  struct hagstone_watch_context *counters;
  struct hagstone_memory_value value; /* tools that compare values: the sampled access's stored or loaded value */
};

struct hagstone_virtual_sampler {
  struct hagstone_virtual_pmu *pmu;
  struct hagstone_watch_index *index; /* of the thread */
  struct hagstone_random random;
  struct hagstone_reservoir_state reservoir;
  struct hagstone_virtual_watch watches[HAGSTONE_RESERVOIR_CAPACITY];
};

/* Where the program stands. */
struct hagstone_virtual_moment {
  uint64_t thread_accesses;  /* loads and stores that the PMU counted in this thread, the present one included */
  uint64_t process_accesses; /* of all threads, system calls left out */
};

/* 1 if a tool of the specification samples accesses of this kind (enum hagstone_access_kind). */
int hagstone_virtual_samples(const struct hagstone_virtual_specification *specification, uint32_t kind);

/* `sampler` is zeroed; `thread` from 1. Each thread has random numbers of its own. */
void hagstone_open_sampler(struct hagstone_virtual_sampler *sampler, struct hagstone_virtual_pmu *pmu,
                           struct hagstone_watch_index *index, uint32_t thread);

/* The PMU's counter overflowed at `access`, which has run. */
void hagstone_take_sample(struct hagstone_virtual_sampler *sampler, const struct hagstone_access *access,
                          const struct hagstone_virtual_moment *moment);

/* `access`, which has run, touched the part of an armed watch. */
void hagstone_touch_watch(struct hagstone_virtual_watch *watch, const struct hagstone_access *access,
                          const struct hagstone_virtual_moment *moment);

/* The program's memory from `address` on ended (free, munmap, mremap), in any thread: watches there say nothing
   about its next owner. A watch that waits for a reuse continues if part of its location still exists, as in the
   exact measurement. */
void hagstone_end_watched_memory(struct hagstone_virtual_watch *watch, uint64_t address, uint64_t bytes,
                                 const struct hagstone_virtual_moment *moment);

/* Releases all watches: the thread or the recording ends. */
void hagstone_close_sampler(struct hagstone_virtual_sampler *sampler, const struct hagstone_virtual_moment *moment);

#ifdef __cplusplus
}
#endif

#endif
