/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap.h"

#include "exhaustive/engine_state.h"
#include "exhaustive/tables/hash_table.h"
#include "exhaustive/measurements.h"
#include "exhaustive/contexts/shadow_stack/watched_return.h"
#include "heap_functions.h"
#include "threads/threads.h"
#include "threads/thread_state.h"

/* The value for a block: its bytes (at least 1, at most as many as fit) above the number of the allocation's calling context. */
#define LARGEST_BLOCK ((1ull << (64 - HAGSTONE_CALLING_CONTEXT_BITS)) - 1)
static struct hagstone_hash_table blocks; /* address, 0: as above */

static uint64_t packed(uint64_t bytes, hagstone_calling_context context) {
  const uint64_t kept = bytes == 0 ? 1 : bytes < LARGEST_BLOCK ? bytes : LARGEST_BLOCK;
  return kept << HAGSTONE_CALLING_CONTEXT_BITS | context;
}

static uint64_t bytes_of(uint64_t block) { return block >> HAGSTONE_CALLING_CONTEXT_BITS; }

static void begin_block(uint64_t address, uint64_t bytes, hagstone_calling_context context) {
  uint64_t *known = hagstone_hash_add(&blocks, address, 0);
  if (known) *known = packed(bytes, context);
  hagstone_engine.running->latest_block = address;
  hagstone_announce_memory_begins(address, bytes, HAGSTONE_MEMORY_ALLOCATED, context);
}

static void end_block(uint64_t address) {
  const uint64_t *block = hagstone_hash_find(&blocks, address, 0);
  if (!block) return;
  hagstone_announce_memory_ends(address, bytes_of(*block), HAGSTONE_MEMORY_FREED);
  hagstone_hash_remove(&blocks, address, 0);
}

/* One allocator function calls another: the outermost counts. */
static int is_in_progress(const struct hagstone_allocation *allocation) {
  return allocation->frame && hagstone_engine.top > allocation->frame && allocation->frame->place & HAGSTONE_PLACE_WATCHED;
}

static void operator_new_entered(uint64_t bytes) {
  struct hagstone_program_thread *thread = hagstone_engine.running;
  if (is_in_progress(&thread->operator_new)) return;
  thread->operator_new = (struct hagstone_allocation){
      .frame = hagstone_engine.top, .function = HAGSTONE_NEW, .context = hagstone_running_context(), .bytes = bytes};
  thread->latest_block = 0;
  hagstone_watch_return();
}

void hagstone_heap_function_entered(uint64_t function, uint64_t first, uint64_t second, uint64_t third) {
  struct hagstone_allocation *allocation = &hagstone_engine.running->allocation;
  if (is_in_progress(allocation)) return;
  if (function == HAGSTONE_NEW) {
    operator_new_entered(first);
    return;
  }
  if (function == HAGSTONE_FREE) {
    end_block(first);
    return;
  }
  *allocation = (struct hagstone_allocation){.frame = hagstone_engine.top,
                                             .function = (enum hagstone_heap_function)function,
                                             .context = hagstone_running_context()};
  switch (allocation->function) {
    case HAGSTONE_MALLOC: allocation->bytes = first; break;
    case HAGSTONE_CALLOC: allocation->bytes = first * second; break;
    case HAGSTONE_MEMALIGN: allocation->bytes = second; break;
    case HAGSTONE_REALLOC:
      allocation->block = first;
      allocation->bytes = second;
      break;
    default: allocation->block = first; allocation->bytes = third;
  }
  hagstone_watch_return();
}

static void reallocated(const struct hagstone_allocation *allocation, uint64_t value) {
  if (!value && allocation->bytes) return; /* no memory: the old block stays */
  if (value == allocation->block && value) {
    const uint64_t *old = hagstone_hash_find(&blocks, value, 0);
    if (old && bytes_of(*old) > allocation->bytes)
      hagstone_announce_memory_ends(value + allocation->bytes, bytes_of(*old) - allocation->bytes, HAGSTONE_MEMORY_FREED);
    begin_block(value, allocation->bytes, allocation->context);
    return;
  }
  if (allocation->block) end_block(allocation->block);
  if (value) begin_block(value, allocation->bytes, allocation->context);
}

static void allocator_returns(struct hagstone_allocation *allocation, uint64_t value) {
  allocation->frame = 0;
  switch (allocation->function) {
    case HAGSTONE_REALLOC: reallocated(allocation, value); break;
    case HAGSTONE_POSIX_MEMALIGN:
      if (value == 0) begin_block(*(const uint64_t *)allocation->block, allocation->bytes, allocation->context);
      break;
    default:
      if (value) begin_block(value, allocation->bytes, allocation->context);
  }
}

void hagstone_watched_function_returns(uint64_t value) {
  const struct hagstone_frame *left = hagstone_engine.top + 1;
  struct hagstone_program_thread *thread = hagstone_engine.running;
  if (thread->allocation.frame == left) allocator_returns(&thread->allocation, value);
  if (thread->operator_new.frame != left) return;
  thread->operator_new.frame = 0;
  if (value && value != thread->latest_block) begin_block(value, thread->operator_new.bytes, thread->operator_new.context);
}

static int take(const struct hagstone_hash_entry *entry, uint64_t address, struct hagstone_heap_block *block) {
  if (address - entry->key[0] >= bytes_of(entry->value)) return 0;
  block->start = entry->key[0];
  block->bytes = bytes_of(entry->value);
  block->context = (hagstone_calling_context)(entry->value & ((1u << HAGSTONE_CALLING_CONTEXT_BITS) - 1));
  return 1;
}

int hagstone_heap_block_around(uint64_t address, struct hagstone_heap_block *block) {
  const uint64_t *first = hagstone_hash_find(&blocks, address, 0);
  if (first) return take(&(struct hagstone_hash_entry){{address, 0}, *first}, address, block);
  uint64_t position = 0;
  for (const struct hagstone_hash_entry *entry; (entry = hagstone_hash_next(&blocks, &position));)
    if (take(entry, address, block)) return 1;
  return 0;
}
