/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The recording of one virtual PMU, exactly like the sampler's: samples by context, pairs, traps, reuses,
 * statistics. */
#ifndef HAGSTONE_VIRTUAL_RECORDER_H
#define HAGSTONE_VIRTUAL_RECORDER_H

#include "common/raw_format.h"
#include "exhaustive/tables/place_table.h"
#include "exhaustive/recording/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_virtual_recorder {
  struct hagstone_recording *recording;
  struct hagstone_place_table contexts; /* struct hagstone_watch_context of (leaf, tool) */
  struct hagstone_place_table pairs;    /* struct hagstone_pair of (both leaves, the rest of its identity) */
  uint64_t start_time;    /* ns */
  uint64_t trap_log_left; /* bytes */
};

/* The identity of a pair. The contexts are leaves of the main recording (hagstone_leaf). */
struct hagstone_virtual_pair {
  uint32_t tool;
  uint32_t relation;
  uint32_t flags;
  uint32_t watch;
  uint32_t trap;
};

/* One trap's share of its pair, and when: accesses of the process so far, which represent nanoseconds in the recording,
 * so that a seed gives the same profile in each run. */
struct hagstone_virtual_trap {
  double credit;   /* samples */
  double amount;   /* bytes */
  uint32_t length; /* of the sampled access, bytes */
  int partial;     /* only part of it was watched */
  uint64_t distance; /* of a reuse, accesses */
  uint64_t accesses;
};

/* Returns 0, or the negative errno. Forgets everything recorded before. */
int hagstone_open_recorder(struct hagstone_virtual_recorder *recorder, const char *directory,
                           const struct hagstone_header *header, int lowest_descriptor);

/* mu and eta of a tool in a leaf of the main recording, made when first asked for; null: no room. Stays valid. */
struct hagstone_watch_context *hagstone_recorder_context(struct hagstone_virtual_recorder *recorder, uint32_t tool,
                                                         uint32_t leaf);

/* Adds a trap to its pair and to the log: a REUSE record for the tool reuse-distance, a TRAP record otherwise. Returns 0
 * when there is no room for the pair. */
int hagstone_record_trap(struct hagstone_virtual_recorder *recorder, const struct hagstone_virtual_pair *pair,
                         const struct hagstone_virtual_trap *trap);

/* A watchpoint of reuse-distance that ended without a trap. `flags`: enum hagstone_censored_flag. */
void hagstone_record_censored(struct hagstone_virtual_recorder *recorder, uint32_t leaf, uint64_t distance, uint32_t flags,
                              uint64_t accesses);

static inline uint64_t *hagstone_recorder_statistic(struct hagstone_virtual_recorder *recorder,
                                                    enum hagstone_statistic statistic) {
  return hagstone_recording_statistic(recorder->recording, statistic);
}

/* Around an update of a counter record's payload: its sequence is odd meanwhile (raw_format.h). */
void hagstone_step_counter(void *payload);

#ifdef __cplusplus
}
#endif

#endif
