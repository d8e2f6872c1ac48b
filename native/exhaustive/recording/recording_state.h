/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The parts of an open recording; for the files of this folder. */
#ifndef HAGSTONE_EXHAUSTIVE_RECORDING_STATE_H
#define HAGSTONE_EXHAUSTIVE_RECORDING_STATE_H

#include "exhaustive/recording/recording_file.h"

enum { HAGSTONE_WRITERS = 2 };

/* Where the next record of one kind goes. */
struct hagstone_position {
  struct hagstone_extent *extent; /* null: none begun */
  uint32_t next_ordinal;
};

/* A log extent of HAGSTONE_WRITER_ACCESSES, for finding contexts again. */
struct hagstone_log_extent {
  const struct hagstone_extent *extent;
  uint32_t first_context; /* id of the first context in it or after it */
};

/* Ids of contexts that were copied from another recording: open addressing, a source of 0 is free. */
struct hagstone_copied_context {
  uint32_t source;
  uint32_t copy;
};

struct hagstone_recording {
  struct hagstone_recording_file file;
  struct hagstone_recording *next_open;
  struct hagstone_position logs[HAGSTONE_WRITERS];
  struct hagstone_position counters;
  uint64_t *statistics;
  uint32_t contexts;
  uint32_t blocks;
  uint32_t exact_pairs;
  struct hagstone_pair_counts *pair_counts; /* the latest; null: none */
  struct hagstone_log_extent *log_extents;
  uint32_t log_extent_count;
  uint64_t log_extent_bytes; /* of memory for them */
  struct hagstone_copied_context *copied;
  uint32_t copied_count;
  uint32_t copied_places; /* power of two */
  const struct hagstone_context **chain; /* scratch */
  uint64_t chain_bytes;
};

/* contexts.c. A log extent of HAGSTONE_WRITER_ACCESSES was begun; 0: no memory. */
int hagstone_contexts_remember_extent(struct hagstone_recording *recording, const struct hagstone_extent *extent);
void hagstone_contexts_forget(struct hagstone_recording *recording);
/* recording.c. Records of all recordings go here too from now on. */
void hagstone_recording_opened(struct hagstone_recording *recording);

#endif
