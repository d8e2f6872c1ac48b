/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The main recording as measurements write it (measurement.h): pairs, counters, statistics. */
#include "exhaustive/measurement.h"
#include "exhaustive/recording/recording.h"

struct hagstone_exact_pair *hagstone_new_exact_pair(uint32_t tool, uint32_t relation, uint32_t flags, uint32_t watch_leaf,
                                                    uint32_t trap_leaf, uint32_t scope, uint32_t object) {
  struct hagstone_exact_pair *pair = hagstone_recording_add_exact_pair(&hagstone_main_recording, tool, relation, flags,
                                                                       watch_leaf, trap_leaf, scope, object);
  if (!pair) ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
  return pair;
}

void hagstone_exact_pairs_from(const struct hagstone_exact_pair *first, struct hagstone_exact_pair **pairs, uint32_t room) {
  hagstone_recording_exact_pairs_from(&hagstone_main_recording, first, pairs, room);
}

struct hagstone_pair_counts *hagstone_counts_of_next_pair(uint32_t *index) {
  return hagstone_recording_counts_of_next_pair(&hagstone_main_recording, index);
}

void *hagstone_new_counter(uint32_t record_type, const void *payload, uint32_t length) {
  return hagstone_recording_add_counter(&hagstone_main_recording, record_type, payload, length);
}

int hagstone_new_log_record(uint32_t record_type, const void *payload, uint32_t length) {
  return hagstone_recording_append(&hagstone_main_recording, HAGSTONE_WRITER_ACCESSES, record_type, payload, length, 0, 0);
}

uint64_t hagstone_recorded_bytes(void) {
  return (uint64_t)hagstone_recording_extents(&hagstone_main_recording) * HAGSTONE_EXTENT_SIZE;
}

void hagstone_release_recording(void) { hagstone_recording_release(&hagstone_main_recording); }

uint64_t *hagstone_statistic(uint32_t statistic) {
  return hagstone_recording_statistic(&hagstone_main_recording, (enum hagstone_statistic)statistic);
}
