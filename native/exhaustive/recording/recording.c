/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/recording.h"

#include "exhaustive/recording/recording_state.h"

struct hagstone_recording hagstone_main_recording;

static struct hagstone_recording *open_recordings;
/* Counted here if there is no file: never read. */
static uint64_t unread_statistics[HAGSTONE_STATISTIC_COUNT];

struct hagstone_recording *hagstone_recording_allocate(void) {
  return hagstone_kernel_map_memory(sizeof(struct hagstone_recording));
}

static uint32_t padded(uint32_t length) { return (length + 7u) & ~7u; }

/* Room for a record whose payload has `length` bytes, not yet part of the extent. */
static struct hagstone_record *reserve(struct hagstone_recording *recording, struct hagstone_position *position,
                                       enum hagstone_extent_kind kind, uint32_t writer, uint32_t length) {
  if (!recording->file.active || length > HAGSTONE_MAX_RECORD - sizeof(struct hagstone_record)) return 0;
  uint32_t needed = (uint32_t)sizeof(struct hagstone_record) + padded(length);
  if (!position->extent || position->extent->used + needed > HAGSTONE_EXTENT_SIZE) {
    struct hagstone_extent *full = position->extent;
    position->extent = hagstone_file_add_extent(&recording->file, kind, writer, position->next_ordinal);
    if (!position->extent) return 0;
    position->next_ordinal++;
    if (kind == HAGSTONE_EXTENT_LOG) {
      if (full) hagstone_kernel_release_pages(full, HAGSTONE_EXTENT_SIZE);
      if (writer == HAGSTONE_WRITER_ACCESSES && !hagstone_contexts_remember_extent(recording, position->extent)) return 0;
    }
  }
  return (struct hagstone_record *)((char *)position->extent + position->extent->used);
}

static void copy_bytes(char *to, const void *from, uint32_t length) {
  if (length) __builtin_memcpy(to, from, length);
}

/* Everything below `used` must be complete at any instant. */
static void publish(struct hagstone_extent *extent, uint32_t length) {
  __atomic_store_n(&extent->used, extent->used + sizeof(struct hagstone_record) + padded(length), __ATOMIC_RELEASE);
}

int hagstone_recording_append(struct hagstone_recording *recording, enum hagstone_writer writer, uint32_t record_type,
                              const void *first, uint32_t first_length, const void *second, uint32_t second_length) {
  struct hagstone_position *position = &recording->logs[writer];
  uint32_t length = first_length + second_length;
  struct hagstone_record *record = reserve(recording, position, HAGSTONE_EXTENT_LOG, writer, length);
  if (!record) return 0;
  char *payload = (char *)(record + 1);
  copy_bytes(payload, first, first_length);
  copy_bytes(payload + first_length, second, second_length);
  record->type_and_length = record_type | length << 8;
  record->check = hagstone_checksum(payload, length);
  publish(position->extent, length);
  return 1;
}

void *hagstone_recording_add_counter(struct hagstone_recording *recording, uint32_t record_type, const void *payload,
                                     uint32_t length) {
  struct hagstone_record *record =
      reserve(recording, &recording->counters, HAGSTONE_EXTENT_COUNTERS, HAGSTONE_WRITER_ACCESSES, length);
  if (!record) return 0;
  record->type_and_length = record_type | length << 8;
  record->check = 0;
  copy_bytes((char *)(record + 1), payload, length);
  publish(recording->counters.extent, length);
  return record + 1;
}

/* In an extent of its own; other counters go on in the one before. */
static struct hagstone_pair_counts *add_pair_counts(struct hagstone_recording *recording, uint32_t first) {
  struct hagstone_position position = {0, recording->counters.next_ordinal};
  const uint32_t length = sizeof(struct hagstone_pair_counts);
  struct hagstone_record *record =
      reserve(recording, &position, HAGSTONE_EXTENT_COUNTERS, HAGSTONE_WRITER_ACCESSES, length);
  if (!record) return 0;
  recording->counters.next_ordinal = position.next_ordinal;
  hagstone_file_keep(&recording->file, position.extent);
  struct hagstone_pair_counts *counts = (struct hagstone_pair_counts *)(record + 1);
  counts->first = first;
  record->type_and_length = HAGSTONE_RECORD_PAIR_COUNTS | length << 8;
  publish(position.extent, length);
  return counts;
}

struct hagstone_pair_counts *hagstone_recording_counts_of_next_pair(struct hagstone_recording *recording, uint32_t *index) {
  const uint32_t pair = recording->exact_pairs + 1;
  const int has_room = recording->pair_counts && pair - recording->pair_counts->first < HAGSTONE_PAIRS_COUNTED_TOGETHER;
  if (!has_room) recording->pair_counts = add_pair_counts(recording, pair);
  if (recording->pair_counts) *index = pair - recording->pair_counts->first;
  return recording->pair_counts;
}

void hagstone_recording_opened(struct hagstone_recording *recording) {
  recording->next_open = open_recordings;
  open_recordings = recording;
}

uint32_t hagstone_recording_extents(const struct hagstone_recording *recording) {
  return recording->file.header ? recording->file.header->extent_count : 0;
}

void hagstone_recording_release(struct hagstone_recording *recording) { hagstone_file_release(&recording->file); }

uint64_t *hagstone_recording_statistic(struct hagstone_recording *recording, enum hagstone_statistic statistic) {
  return (recording->statistics ? recording->statistics : unread_statistics) + statistic;
}

void hagstone_recording_finish(struct hagstone_recording *recording, enum hagstone_state state) {
  hagstone_file_finish(&recording->file, state);
}

void hagstone_recording_resume(struct hagstone_recording *recording) { hagstone_file_resume(&recording->file); }

void hagstone_recording_finish_all(enum hagstone_state state) {
  for (struct hagstone_recording *at = open_recordings; at; at = at->next_open) hagstone_recording_finish(at, state);
}

void hagstone_recording_resume_all(void) {
  for (struct hagstone_recording *at = open_recordings; at; at = at->next_open) hagstone_recording_resume(at);
}

void hagstone_recording_forget_all(void) {
  while (open_recordings) {
    struct hagstone_recording *recording = open_recordings;
    open_recordings = recording->next_open;
    hagstone_file_forget(&recording->file);
    recording->next_open = 0;
    recording->statistics = 0;
    for (uint32_t writer = 0; writer < HAGSTONE_WRITERS; writer++)
      recording->logs[writer] = (struct hagstone_position){0, 0};
    recording->counters = (struct hagstone_position){0, 0};
    recording->blocks = 0;
    recording->exact_pairs = 0;
    recording->pair_counts = 0;
    hagstone_contexts_forget(recording);
  }
}

void hagstone_recording_append_to_all(enum hagstone_writer writer, uint32_t record_type, const void *first,
                                      uint32_t first_length, const void *second, uint32_t second_length) {
  for (struct hagstone_recording *at = open_recordings; at; at = at->next_open)
    hagstone_recording_append(at, writer, record_type, first, first_length, second, second_length);
}
