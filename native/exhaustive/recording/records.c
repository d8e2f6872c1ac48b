/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Adds the records of blocks, exact pairs, and threads. */
#include "exhaustive/recording/recording.h"
#include "exhaustive/recording/recording_state.h"

uint32_t hagstone_recording_add_block(struct hagstone_recording *recording, uint32_t module, uint64_t offset,
                                      uint32_t instruction_count, const struct hagstone_block_access *accesses,
                                      uint32_t access_count) {
  const uint64_t bytes = access_count * (uint64_t)(sizeof *accesses + sizeof(uint16_t));
  if (bytes > HAGSTONE_MAX_RECORD) return 0;
  struct hagstone_block block = {recording->blocks + 1, module, offset, access_count, instruction_count};
  if (!hagstone_recording_append(recording, HAGSTONE_WRITER_ACCESSES, HAGSTONE_RECORD_BLOCK, &block, sizeof block, accesses,
                                 (uint32_t)bytes))
    return 0;
  return ++recording->blocks;
}

struct hagstone_block_count *hagstone_recording_add_block_count(struct hagstone_recording *recording, uint32_t block,
                                                                uint32_t context) {
  struct hagstone_block_count count = {block, context, 0};
  return hagstone_recording_add_counter(recording, HAGSTONE_RECORD_BLOCK_COUNT, &count, sizeof count);
}

struct hagstone_exact_pair *hagstone_recording_add_exact_pair(struct hagstone_recording *recording, uint32_t tool,
                                                              uint32_t relation, uint32_t flags, uint32_t watch,
                                                              uint32_t trap, uint32_t scope, uint32_t object) {
  struct hagstone_exact_pair pair = {0};
  pair.id = recording->exact_pairs + 1;
  pair.tool = (uint8_t)tool;
  pair.relation = (uint8_t)relation;
  pair.flags = (uint16_t)flags;
  pair.watch = watch;
  pair.trap = trap;
  pair.scope = scope;
  pair.object = object;
  struct hagstone_exact_pair *added =
      hagstone_recording_add_counter(recording, HAGSTONE_RECORD_EXACT_PAIR, &pair, sizeof pair);
  if (added) recording->exact_pairs++;
  return added;
}

void hagstone_recording_exact_pairs_from(const struct hagstone_recording *recording,
                                         const struct hagstone_exact_pair *first, struct hagstone_exact_pair **pairs,
                                         uint32_t room) {
  uint32_t left = recording->exact_pairs - first->id + 1;
  if (left > room) left = room;
  for (struct hagstone_extent *extent = hagstone_file_extent_around(&recording->file, first); extent && left;
       extent = hagstone_file_next_extent(&recording->file, extent)) {
    if (extent->kind != HAGSTONE_EXTENT_COUNTERS) continue;
    for (uint64_t at = HAGSTONE_EXTENT_HEADER_SIZE; at < extent->used && left;) {
      struct hagstone_record *record = (struct hagstone_record *)((char *)extent + at);
      struct hagstone_exact_pair *pair = (struct hagstone_exact_pair *)(record + 1);
      at += sizeof *record + (((record->type_and_length >> 8) + 7u) & ~7u);
      if ((record->type_and_length & 0xff) != HAGSTONE_RECORD_EXACT_PAIR || pair->id < first->id) continue;
      pairs[pair->id - first->id] = pair;
      left--;
    }
  }
}

static void copy_name(char to[16], const char *name) {
  for (uint32_t i = 0; name && i < 15 && name[i]; i++) to[i] = name[i];
}

void hagstone_record_thread(uint32_t index, uint32_t thread_id, uint32_t start_module, uint64_t start_offset,
                            const char *name) {
  struct hagstone_thread thread = {0};
  thread.index = index;
  thread.thread_id = thread_id;
  thread.start_time = hagstone_kernel_monotonic_time();
  thread.start_module = start_module;
  thread.start_offset = start_offset;
  copy_name(thread.name, name);
  hagstone_recording_append_to_all(HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_THREAD, &thread, sizeof thread, 0, 0);
}

void hagstone_record_thread_end(uint32_t index, uint64_t cpu_time, const char *name) {
  struct hagstone_thread_end end = {0};
  end.index = index;
  end.end_time = hagstone_kernel_monotonic_time();
  end.cpu_time = cpu_time;
  copy_name(end.name, name);
  hagstone_recording_append_to_all(HAGSTONE_WRITER_PROCESS, HAGSTONE_RECORD_THREAD_END, &end, sizeof end, 0, 0);
}
