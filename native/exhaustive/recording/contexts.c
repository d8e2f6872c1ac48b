/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "exhaustive/recording/recording.h"
#include "exhaustive/recording/recording_state.h"

uint32_t hagstone_recording_add_context(struct hagstone_recording *recording, uint32_t parent, uint32_t module,
                                        uint32_t flags, uint64_t offset) {
  if (parent > recording->contexts) return 0;
  struct hagstone_context context = {recording->contexts + 1, parent, module, flags, offset};
  if (!hagstone_recording_append(recording, HAGSTONE_WRITER_ACCESSES, HAGSTONE_RECORD_CONTEXT, &context, sizeof context, 0,
                                 0))
    return 0;
  return ++recording->contexts;
}

int hagstone_contexts_remember_extent(struct hagstone_recording *recording, const struct hagstone_extent *extent) {
  uint64_t needed = (recording->log_extent_count + 1) * (uint64_t)sizeof *recording->log_extents;
  if (!hagstone_kernel_make_room((void **)&recording->log_extents, &recording->log_extent_bytes, needed)) return 0;
  recording->log_extents[recording->log_extent_count++] = (struct hagstone_log_extent){extent, recording->contexts + 1};
  return 1;
}

void hagstone_contexts_forget(struct hagstone_recording *recording) {
  recording->contexts = 0;
  recording->log_extent_count = 0;
  recording->copied_count = 0;
  for (uint32_t i = 0; i < recording->copied_places; i++) recording->copied[i] = (struct hagstone_copied_context){0, 0};
}

/* The last extent whose first context is not after `id`: extents without contexts share theirs with the next one. */
static const struct hagstone_extent *extent_of(const struct hagstone_recording *recording, uint32_t id) {
  uint32_t low = 0, high = recording->log_extent_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (recording->log_extents[middle].first_context <= id)
      low = middle;
    else
      high = middle;
  }
  return recording->log_extents[low].extent;
}

const struct hagstone_context *hagstone_recording_context(const struct hagstone_recording *recording, uint32_t id) {
  if (id == 0 || id > recording->contexts) return 0;
  const struct hagstone_extent *extent = extent_of(recording, id);
  for (uint64_t at = HAGSTONE_EXTENT_HEADER_SIZE; at < extent->used;) {
    const struct hagstone_record *record = (const struct hagstone_record *)((const char *)extent + at);
    const struct hagstone_context *context = (const struct hagstone_context *)(record + 1);
    if ((record->type_and_length & 0xff) == HAGSTONE_RECORD_CONTEXT && context->id == id) return context;
    at += sizeof *record + (((record->type_and_length >> 8) + 7u) & ~7u);
  }
  return 0;
}

/* ---- Copies: contexts of a virtual PMU are a few of the main recording's. ---- */

static struct hagstone_copied_context *place_of(struct hagstone_copied_context *places, uint32_t count, uint32_t source) {
  uint32_t at = (source * 2654435769u) & (count - 1);
  while (places[at].source && places[at].source != source) at = (at + 1) & (count - 1);
  return &places[at];
}

static int make_room_for_copy(struct hagstone_recording *recording) {
  if (recording->copied_count < recording->copied_places / 2) return 1;
  uint32_t places = recording->copied_places ? 2 * recording->copied_places : 512;
  struct hagstone_copied_context *bigger = hagstone_kernel_map_memory((uint64_t)places * sizeof *bigger);
  if (!bigger) return 0;
  for (uint32_t i = 0; i < recording->copied_places; i++)
    if (recording->copied[i].source) *place_of(bigger, places, recording->copied[i].source) = recording->copied[i];
  if (recording->copied)
    hagstone_kernel_unmap_memory(recording->copied, (uint64_t)recording->copied_places * sizeof *bigger);
  recording->copied = bigger;
  recording->copied_places = places;
  return 1;
}

static uint32_t copy_of(const struct hagstone_recording *recording, uint32_t source) {
  return recording->copied ? place_of(recording->copied, recording->copied_places, source)->copy : 0;
}

/* Callers come first in the file. Chains may be as deep as the program recurses, so they are not followed by
 * recursion: the way down is remembered in `chain`, the outermost caller without a copy last. */
uint32_t hagstone_recording_copy_context(struct hagstone_recording *recording, const struct hagstone_recording *source,
                                         uint32_t context) {
  uint32_t copy = copy_of(recording, context);
  if (copy) return copy;
  uint32_t depth = 0;
  uint32_t parent = 0;
  for (uint32_t at = context; at && !parent; parent = copy_of(recording, at)) {
    const struct hagstone_context *node = hagstone_recording_context(source, at);
    if (!node) return 0;
    uint64_t needed = (depth + 1) * (uint64_t)sizeof *recording->chain;
    if (!hagstone_kernel_make_room((void **)&recording->chain, &recording->chain_bytes, needed)) return 0;
    recording->chain[depth++] = node;
    at = node->parent;
  }
  while (depth--) {
    const struct hagstone_context *node = recording->chain[depth];
    if (!make_room_for_copy(recording)) return 0;
    parent = hagstone_recording_add_context(recording, parent, node->module, node->flags, node->offset);
    if (!parent) return 0;
    *place_of(recording->copied, recording->copied_places, node->id) = (struct hagstone_copied_context){node->id, parent};
    recording->copied_count++;
  }
  return parent;
}
