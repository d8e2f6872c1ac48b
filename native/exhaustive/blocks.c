/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "blocks.h"

#include "engine_state.h"
#include "hash_table.h"
#include "options.h"
#include "recording/modules.h"
#include "recording/recording.h"

struct block {
  struct hagstone_block_memo memo; /* first */
  uint32_t record;                 /* 0: not in the recording */
  uint32_t instructions;
  uint32_t missing;
  uint32_t loads, stores;
  uint64_t load_bytes, store_bytes;
  uint64_t total;                  /* of the counting run */
  uint64_t address;
  uint32_t module;
  uint32_t access_count;
  struct block *same_hash;
  struct hagstone_block_access accesses[];
};

static struct hagstone_hash_table blocks_by_hash; /* hash, 0: first struct block of it */
static struct hagstone_hash_table counters;       /* context, struct block: struct hagstone_block_count */
static struct hagstone_hash_table access_counts;  /* context, site: struct hagstone_access_count */
static uint64_t nowhere; /* counts that found no room */

static uint64_t hash_of(const struct hagstone_block_contents *contents, uint32_t module) {
  uint64_t hash = contents->address * 0x9e3779b97f4a7c15ull ^ ((uint64_t)module << 32 | contents->instruction_count);
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *access = &contents->accesses[i];
    const uint64_t word = (uint64_t)access->offset << 32 | (uint32_t)access->bytes << 16 |
                          (uint32_t)access->kind << 8 | access->element;
    hash = (hash ^ hash >> 32 ^ word) * 0xbf58476d1ce4e5b9ull;
  }
  return hash;
}

static int holds(const struct block *block, const struct hagstone_block_contents *contents, uint32_t module) {
  if (block->address != contents->address || block->module != module ||
      block->instructions != contents->instruction_count || block->access_count != contents->access_count ||
      block->missing != contents->missing)
    return 0;
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *left = &block->accesses[i], *right = &contents->accesses[i];
    if (left->offset != right->offset || left->kind != right->kind || left->element != right->element ||
        left->bytes != right->bytes)
      return 0;
  }
  return 1;
}

/* From large pieces of memory, never given back: translations keep pointing to blocks. */
static void *allocate(uint64_t bytes) {
  enum { PIECE = 1 << 20 };
  static char *piece;
  static uint64_t left;
  bytes = (bytes + 15) / 16 * 16;
  if (bytes > left) {
    piece = hagstone_memory(PIECE);
    left = piece ? PIECE : 0;
    if (bytes > left) return 0;
  }
  void *result = piece;
  piece += bytes;
  left -= bytes;
  return result;
}

static struct block *make(const struct hagstone_block_contents *contents, uint32_t module) {
  struct block *block =
      allocate(sizeof *block + contents->access_count * sizeof(struct hagstone_block_access));
  if (!block) return 0;
  block->memo.counter = &nowhere;
  block->instructions = contents->instruction_count;
  block->missing = contents->missing;
  block->address = contents->address;
  block->module = module;
  block->access_count = contents->access_count;
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *access = &contents->accesses[i];
    block->accesses[i] = *access;
    if (access->kind == HAGSTONE_ACCESS_LOAD) {
      block->loads++;
      block->load_bytes += access->bytes;
    } else {
      block->stores++;
      block->store_bytes += access->bytes;
    }
  }
  return block;
}

struct hagstone_block_memo *hagstone_block(const struct hagstone_block_contents *contents) {
  const struct hagstone_loaded_module *module = hagstone_module_at(contents->address);
  const uint32_t index = module ? module->index : HAGSTONE_MODULE_UNKNOWN;
  uint64_t *first = hagstone_hash_add(&blocks_by_hash, hash_of(contents, index), 0);
  if (!first) return 0;
  for (struct block *block = (struct block *)*first; block; block = block->same_hash)
    if (holds(block, contents, index)) return &block->memo;
  struct block *block = make(contents, index);
  if (!block) return 0;
  block->same_hash = (struct block *)*first;
  *first = (uint64_t)block;
  return &block->memo;
}

static uint32_t record_of(struct block *block) {
  if (!block->record) {
    const struct hagstone_loaded_module *module = hagstone_module_at(block->address);
    const uint64_t bias = module && module->index == block->module ? module->bias : 0;
    block->record = hagstone_recording_add_block(&hagstone_main_recording, block->module, block->address - bias,
                                                 block->instructions, block->accesses, block->access_count);
  }
  return block->record;
}

static uint64_t *counter_of(struct block *block, hagstone_calling_context context) {
  uint64_t *known = hagstone_hash_add(&counters, context, (uint64_t)block);
  if (!known) return &nowhere;
  if (!*known) {
    const uint32_t record = record_of(block);
    const uint32_t context_record = context ? hagstone_context_record(context) : 0;
    if (!record || (context && !context_record)) return &nowhere;
    *known = (uint64_t)hagstone_recording_add_block_count(&hagstone_main_recording, record, context_record);
    if (!*known) return &nowhere;
  }
  return &((struct hagstone_block_count *)*known)->count;
}

void hagstone_find_block_counter(struct hagstone_block_memo *memo) {
  memo->counter = counter_of((struct block *)memo, (hagstone_calling_context)hagstone_engine.context);
  memo->context = hagstone_engine.context;
}

uint64_t *hagstone_total_block_counter(struct hagstone_block_memo *memo) { return &((struct block *)memo)->total; }

static void record_totals(void) {
  const struct hagstone_hash_entry *entry;
  for (uint64_t i = 0; (entry = hagstone_hash_next(&blocks_by_hash, &i));)
    for (struct block *block = (struct block *)entry->value; block; block = block->same_hash)
      if (block->total) *counter_of(block, 0) = block->total;
}

void hagstone_count_access_in(hagstone_calling_context context, const struct hagstone_site *site, uint64_t bytes) {
  uint64_t *known = hagstone_hash_add(&access_counts, context, site->id);
  if (!known) return;
  if (!*known) {
    const struct hagstone_access_count fresh = {.context = hagstone_leaf(context, site), .kind = site->kind};
    if (!fresh.context) return;
    *known = (uint64_t)hagstone_recording_add_counter(&hagstone_main_recording, HAGSTONE_RECORD_ACCESS_COUNT, &fresh,
                                                      sizeof fresh);
    if (!*known) return;
  }
  struct hagstone_access_count *count = (struct hagstone_access_count *)*known;
  count->instances++;
  count->bytes += bytes;
}

void hagstone_count_access(const struct hagstone_site *site, uint64_t bytes) {
  hagstone_count_access_in((hagstone_calling_context)hagstone_engine.context, site, bytes);
}

void hagstone_sum_up_blocks(void) {
  uint64_t loads = 0, load_bytes = 0, stores = 0, store_bytes = 0, instructions = 0, missing = 0;
  uint64_t kernel_load_bytes = 0, kernel_store_bytes = 0;
  const struct hagstone_hash_entry *entry;
  record_totals();
  for (uint64_t i = 0; (entry = hagstone_hash_next(&counters, &i));) {
    const struct block *block = (const struct block *)entry->key[1];
    const uint64_t count = ((const struct hagstone_block_count *)entry->value)->count;
    loads += count * block->loads;
    load_bytes += count * block->load_bytes;
    stores += count * block->stores;
    store_bytes += count * block->store_bytes;
    instructions += count * block->instructions;
    missing += count * block->missing;
  }
  for (uint64_t i = 0; (entry = hagstone_hash_next(&access_counts, &i));) {
    const struct hagstone_site *site = hagstone_site_of((uint32_t)entry->key[1]);
    const struct hagstone_access_count *count = (const struct hagstone_access_count *)entry->value;
    const int load = site->kind == HAGSTONE_LOAD;
    if (site->module == HAGSTONE_MODULE_SYSTEM_CALL) {
      *(load ? &kernel_load_bytes : &kernel_store_bytes) += count->bytes;
    } else {
      *(load ? &loads : &stores) += count->instances;
      *(load ? &load_bytes : &store_bytes) += count->bytes;
    }
  }
  *hagstone_statistic(HAGSTONE_STATISTIC_loads) = loads;
  *hagstone_statistic(HAGSTONE_STATISTIC_load_bytes) = load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_stores) = stores;
  *hagstone_statistic(HAGSTONE_STATISTIC_store_bytes) = store_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_load_bytes) = kernel_load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_store_bytes) = kernel_store_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_instructions_measured) = instructions;
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_access_form) = missing;
}

void hagstone_forget_block_counters(void) {
  const struct hagstone_hash_entry *entry;
  for (uint64_t i = 0; (entry = hagstone_hash_next(&blocks_by_hash, &i));)
    for (struct block *block = (struct block *)entry->value; block; block = block->same_hash) {
      block->memo = (struct hagstone_block_memo){0, &nowhere};
      block->record = 0;
      block->total = 0;
    }
  hagstone_hash_clear(&counters);
  hagstone_hash_clear(&access_counts);
}
