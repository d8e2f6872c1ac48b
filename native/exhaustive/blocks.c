/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "blocks.h"

#include "context_counters.h"
#include "engine_memory.h"
#include "engine_state.h"
#include "hash_table.h"
#include "options.h"
#include "recording/modules.h"
#include "recording/recording.h"
#include "shadow.h"

struct block {
  uint32_t number;
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

enum { MOST_BLOCKS = 1u << 28 };

struct hagstone_cached_counter hagstone_counter_cache[1 << HAGSTONE_COUNTER_CACHE_BITS];

static struct block **const blocks = (struct block **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_BLOCKS); /* by number */
static uint32_t block_count = 1;
static struct hagstone_hash_table blocks_by_hash; /* hash, 0: first struct block of it */
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

static struct block *make(const struct hagstone_block_contents *contents, uint32_t module) {
  struct block *block =
      hagstone_lasting_memory(sizeof *block + contents->access_count * sizeof(struct hagstone_block_access));
  if (!block) return 0;
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

uint32_t hagstone_block(const struct hagstone_block_contents *contents) {
  const struct hagstone_loaded_module *module = hagstone_module_at(contents->address);
  const uint32_t index = module ? module->index : HAGSTONE_MODULE_UNKNOWN;
  uint64_t *first = hagstone_hash_add(&blocks_by_hash, hash_of(contents, index), 0);
  if (!first || block_count == MOST_BLOCKS) return 0;
  for (const struct block *block = (const struct block *)*first; block; block = block->same_hash)
    if (holds(block, contents, index)) return block->number;
  struct block *block = make(contents, index);
  if (!block) return 0;
  block->number = block_count;
  block->same_hash = (struct block *)*first;
  *first = (uint64_t)block;
  blocks[block_count] = block;
  return block_count++;
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

static uint64_t *counter_of(uint32_t number, hagstone_calling_context context) {
  uint64_t **known = hagstone_context_counter(context, number);
  if (!known) return &nowhere;
  if (!*known) {
    const uint32_t record = record_of(blocks[number]);
    const uint32_t context_record = context ? hagstone_context_record(context) : 0;
    if (!record || (context && !context_record)) return &nowhere;
    struct hagstone_block_count *count =
        hagstone_recording_add_block_count(&hagstone_main_recording, record, context_record);
    if (!count) return &nowhere;
    *known = &count->count;
  }
  return *known;
}

void hagstone_find_block_counter(uint64_t number) {
  const uint64_t context = hagstone_engine.context;
  const uint64_t offset = hagstone_counter_hash(context) ^ hagstone_counter_place((uint32_t)number);
  hagstone_counter_cache[offset / sizeof *hagstone_counter_cache] = (struct hagstone_cached_counter){
      context << 32 | number, counter_of((uint32_t)number, (hagstone_calling_context)context)};
}

static void empty_cache(void) {
  for (uint32_t i = 0; i < 1u << HAGSTONE_COUNTER_CACHE_BITS; i++)
    hagstone_counter_cache[i] = (struct hagstone_cached_counter){0, &nowhere};
}

const char *hagstone_start_blocks(void) {
  empty_cache();
  const char *refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_BLOCKS, (uint64_t)MOST_BLOCKS * sizeof *blocks);
  return refused ? refused : hagstone_start_context_counters();
}

uint64_t *hagstone_total_block_counter(uint32_t number) { return &blocks[number]->total; }

static void record_totals(void) {
  for (uint32_t i = 1; i < block_count; i++)
    if (blocks[i]->total) *counter_of(i, 0) = blocks[i]->total;
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

struct sums {
  uint64_t loads, load_bytes, stores, store_bytes, instructions, missing;
};

static void add_counter(uint32_t number, uint64_t count, void *sums_of_all) {
  struct sums *sums = sums_of_all;
  const struct block *block = blocks[number];
  sums->loads += count * block->loads;
  sums->load_bytes += count * block->load_bytes;
  sums->stores += count * block->stores;
  sums->store_bytes += count * block->store_bytes;
  sums->instructions += count * block->instructions;
  sums->missing += count * block->missing;
}

void hagstone_sum_up_blocks(void) {
  struct sums sums = {0, 0, 0, 0, 0, 0};
  uint64_t kernel_load_bytes = 0, kernel_store_bytes = 0;
  const struct hagstone_hash_entry *entry;
  record_totals();
  hagstone_visit_context_counters(add_counter, &sums);
  for (uint64_t i = 0; (entry = hagstone_hash_next(&access_counts, &i));) {
    const struct hagstone_site *site = hagstone_site_of((uint32_t)entry->key[1]);
    const struct hagstone_access_count *count = (const struct hagstone_access_count *)entry->value;
    const int load = site->kind == HAGSTONE_LOAD;
    if (site->module == HAGSTONE_MODULE_SYSTEM_CALL) {
      *(load ? &kernel_load_bytes : &kernel_store_bytes) += count->bytes;
    } else {
      *(load ? &sums.loads : &sums.stores) += count->instances;
      *(load ? &sums.load_bytes : &sums.store_bytes) += count->bytes;
    }
  }
  *hagstone_statistic(HAGSTONE_STATISTIC_loads) = sums.loads;
  *hagstone_statistic(HAGSTONE_STATISTIC_load_bytes) = sums.load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_stores) = sums.stores;
  *hagstone_statistic(HAGSTONE_STATISTIC_store_bytes) = sums.store_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_load_bytes) = kernel_load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_store_bytes) = kernel_store_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_instructions_measured) = sums.instructions;
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_access_form) = sums.missing;
}

void hagstone_forget_block_counters(void) {
  for (uint32_t i = 1; i < block_count; i++) {
    blocks[i]->record = 0;
    blocks[i]->total = 0;
  }
  empty_cache();
  hagstone_forget_context_counters();
  hagstone_hash_clear(&access_counts);
}
