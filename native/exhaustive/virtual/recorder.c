/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recorder.h"

#include "exhaustive/recording/kernel.h"

/* Same as the sampler's default: two million traps. */
enum { TRAP_LOG_BYTES = 64 << 20 };

int hagstone_open_recorder(struct hagstone_virtual_recorder *recorder, const char *directory,
                           const struct hagstone_header *header, int lowest_descriptor) {
  if (!recorder->recording) recorder->recording = hagstone_recording_allocate();
  if (!recorder->recording) return -12; /* ENOMEM */
  hagstone_forget_places(&recorder->contexts);
  hagstone_forget_places(&recorder->pairs);
  recorder->trap_log_left = TRAP_LOG_BYTES;
  const int failure = hagstone_recording_create(recorder->recording, directory, header, lowest_descriptor);
  recorder->start_time = hagstone_kernel_monotonic_time();
  return failure;
}

void hagstone_step_counter(void *payload) {
  struct hagstone_record *record = (struct hagstone_record *)payload - 1;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&record->check, record->check + 1, __ATOMIC_RELEASE);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static uint32_t own_context(struct hagstone_virtual_recorder *recorder, uint32_t leaf) {
  return hagstone_recording_copy_context(recorder->recording, &hagstone_main_recording, leaf);
}

struct hagstone_watch_context *hagstone_recorder_context(struct hagstone_virtual_recorder *recorder, uint32_t tool,
                                                         uint32_t leaf) {
  const struct hagstone_place_key key = {leaf, tool, 0};
  struct hagstone_watch_context *counters = hagstone_place_find(&recorder->contexts, &key);
  if (counters) return counters;
  struct hagstone_watch_context context = {0};
  context.context = own_context(recorder, leaf);
  context.tool = tool;
  if (!context.context || !hagstone_place_make_room(&recorder->contexts)) return 0;
  counters = hagstone_recording_add_counter(recorder->recording, HAGSTONE_RECORD_WATCH_CONTEXT, &context, sizeof context);
  if (counters) hagstone_place_add(&recorder->contexts, &key, counters);
  return counters;
}

static struct hagstone_pair *pair_of(struct hagstone_virtual_recorder *recorder, const struct hagstone_virtual_pair *pair) {
  const struct hagstone_place_key key = {(uint64_t)pair->watch << 32 | pair->trap,
                                         (uint64_t)pair->flags << 16 | pair->tool << 8 | pair->relation, 0};
  struct hagstone_pair *counters = hagstone_place_find(&recorder->pairs, &key);
  if (counters) return counters;
  struct hagstone_pair record = {0};
  record.id = (uint32_t)recorder->pairs.count + 1;
  record.tool = (uint8_t)pair->tool;
  record.relation = (uint8_t)pair->relation;
  record.flags = (uint16_t)pair->flags;
  record.watch = own_context(recorder, pair->watch);
  record.trap = own_context(recorder, pair->trap);
  if (!record.watch || !record.trap || !hagstone_place_make_room(&recorder->pairs)) return 0;
  counters = hagstone_recording_add_counter(recorder->recording, HAGSTONE_RECORD_PAIR, &record, sizeof record);
  if (counters) hagstone_place_add(&recorder->pairs, &key, counters);
  return counters;
}

static void append(struct hagstone_virtual_recorder *recorder, uint32_t type, const void *payload, uint32_t length) {
  const uint64_t bytes = sizeof(struct hagstone_record) + length;
  if (recorder->trap_log_left >= bytes &&
      hagstone_recording_append(recorder->recording, HAGSTONE_WRITER_ACCESSES, type, payload, length, 0, 0))
    recorder->trap_log_left -= bytes;
  else
    ++*hagstone_recorder_statistic(recorder, HAGSTONE_STATISTIC_trap_log_full);
}

int hagstone_record_trap(struct hagstone_virtual_recorder *recorder, const struct hagstone_virtual_pair *pair,
                         const struct hagstone_virtual_trap *trap) {
  struct hagstone_pair *counters = pair_of(recorder, pair);
  if (!counters) return 0;
  hagstone_step_counter(counters);
  counters->traps++;
  counters->credit += trap->credit;
  counters->amount += trap->amount;
  counters->bytes += trap->length;
  counters->partial += trap->partial ? 1 : 0;
  hagstone_step_counter(counters);
  const uint64_t time = recorder->start_time + trap->accesses;
  if (pair->tool == HAGSTONE_TOOL_REUSE_DISTANCE) {
    const struct hagstone_reuse reuse = {time, trap->distance, counters->id, (float)trap->credit, 0, 1, 0};
    append(recorder, HAGSTONE_RECORD_REUSE, &reuse, sizeof reuse);
  } else {
    const struct hagstone_trap logged = {time, counters->id, (float)trap->credit};
    append(recorder, HAGSTONE_RECORD_TRAP, &logged, sizeof logged);
  }
  return 1;
}

void hagstone_record_censored(struct hagstone_virtual_recorder *recorder, uint32_t leaf, uint64_t distance, uint32_t flags,
                              uint64_t accesses) {
  const struct hagstone_censored censored = {
      recorder->start_time + accesses, distance, own_context(recorder, leaf), flags, 0, 1, 0};
  append(recorder, HAGSTONE_RECORD_CENSORED, &censored, sizeof censored);
}
