/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "executions.h"

#include "exhaustive/translation/access_counts.h"
#include "exhaustive/translation/blocks.h"
#include "context_sums.h"
#include "context_tables.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/tables/hash_table.h"
#include "exhaustive/tables/lasting_memory.h"
#include "exhaustive/options.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/shadow.h"

enum { MOST_SUPERBLOCKS = 1u << 28 };

struct superblock {
  uint32_t number;
  uint32_t count;
  struct superblock *same_hash;
  uint32_t blocks[];
};

/* Counters of one superblock in one context. */
struct counters {
  struct hagstone_block_count *recorded; /* the first of as many records, one after the other; null: none yet */
  uint64_t recorded_executions;          /* of all of them together */
  uint64_t counts[];
};
/* A record: its header and payload. */
enum { RECORD_BYTES = sizeof(struct hagstone_record) + sizeof(struct hagstone_block_count) };

struct hagstone_cached_counters hagstone_counter_cache[1 << HAGSTONE_COUNTER_CACHE_BITS];
static struct superblock **const superblocks =
    (struct superblock **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_SUPERBLOCKS); /* by number */
static uint32_t superblock_count = 1;
static struct hagstone_hash_table superblocks_by_hash; /* hash, 0: first struct superblock of it */
static uint64_t counters_made; /* arrays of them */
static uint64_t nowhere[HAGSTONE_MOST_BLOCKS_OF_SUPERBLOCK]; /* counts that found no room */

static void empty_cache(void) {
  for (uint32_t i = 0; i < 1u << HAGSTONE_COUNTER_CACHE_BITS; i++)
    hagstone_counter_cache[i] = (struct hagstone_cached_counters){0, nowhere};
}

const char *hagstone_start_executions(void) {
  empty_cache();
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_SUPERBLOCKS, (uint64_t)MOST_SUPERBLOCKS * sizeof *superblocks);
}

static int is_of(const struct superblock *superblock, const uint32_t *blocks, uint32_t count) {
  if (superblock->count != count) return 0;
  for (uint32_t i = 0; i < count; i++)
    if (superblock->blocks[i] != blocks[i]) return 0;
  return 1;
}

uint32_t hagstone_superblock(const uint32_t *blocks, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ hash >> 32 ^ blocks[i]) * 0xbf58476d1ce4e5b9ull;
  uint64_t *first = hagstone_hash_add(&superblocks_by_hash, hash, 0);
  if (!first || superblock_count == MOST_SUPERBLOCKS) return 0;
  for (const struct superblock *known = (const struct superblock *)*first; known; known = known->same_hash)
    if (is_of(known, blocks, count)) return known->number;
  struct superblock *superblock = hagstone_lasting_memory(sizeof *superblock + count * sizeof *blocks);
  if (!superblock) return 0;
  superblock->number = superblock_count;
  superblock->count = count;
  superblock->same_hash = (struct superblock *)*first;
  for (uint32_t i = 0; i < count; i++) superblock->blocks[i] = blocks[i];
  *first = (uint64_t)superblock;
  superblocks[superblock_count] = superblock;
  return superblock_count++;
}

/* The tables of contexts hold these numbers. */
static struct counters *counters_numbered(uint32_t number) { return hagstone_lasting_piece(number); }

static uint64_t *counters_of(hagstone_calling_context context, uint32_t number) {
  if (!superblocks[number]) return nowhere; /* there was no room for it */
  uint32_t *known = hagstone_context_entry(context, number | HAGSTONE_SUPERBLOCK_KEY);
  if (!known) return nowhere;
  if (!*known) {
    if (++counters_made == hagstone_options.most_counters) hagstone_want_context_sums();
    struct counters *fresh =
        hagstone_lasting_memory(sizeof(struct counters) + superblocks[number]->count * sizeof(uint64_t));
    if (!fresh) return nowhere;
    *known = hagstone_lasting_number(fresh);
  }
  return counters_numbered(*known)->counts;
}

void hagstone_find_counters(uint64_t superblock) {
  const uint64_t context = hagstone_engine.context;
  const uint64_t offset = hagstone_counter_hash(context) ^ hagstone_counter_place((uint32_t)superblock);
  hagstone_counter_cache[offset / sizeof *hagstone_counter_cache] = (struct hagstone_cached_counters){
      context << 32 | superblock, counters_of((hagstone_calling_context)context, (uint32_t)superblock)};
}

static struct hagstone_block_count *following(struct hagstone_block_count *count) {
  return (struct hagstone_block_count *)((char *)count + RECORD_BYTES);
}

/* A record for each block, one after the other. Where an extent of the recording ends in between, those before its end
 * stay records of nothing. */
static struct hagstone_block_count *add_records(hagstone_calling_context context, const struct superblock *superblock) {
  const uint32_t context_record = hagstone_context_record(context);
  struct hagstone_block_count *first = 0, *last = 0;
  if (!context_record) return 0;
  for (uint32_t added = 0; added < superblock->count;) {
    const uint32_t block = hagstone_block_record(superblock->blocks[added]);
    struct hagstone_block_count *count =
        block ? hagstone_recording_add_block_count(&hagstone_main_recording, block, context_record) : 0;
    if (!count) return 0;
    if (added && count != following(last)) {
      added = 0;
      continue;
    }
    if (!added) first = count;
    last = count;
    added++;
  }
  return first;
}

static struct hagstone_block_sums sums;
static struct hagstone_block_sums recorded_sums; /* of all counters, as they are recorded */
/* Contexts that have sums change no counter any more. */
static int counters_are_final;

/* Looks into the recording only where something has changed: most of it is in no cache. */
static void record(hagstone_calling_context context, uint32_t key, uint32_t value) {
  if (!(key & HAGSTONE_SUPERBLOCK_KEY)) return;
  const struct superblock *superblock = superblocks[key & ~HAGSTONE_SUPERBLOCK_KEY];
  struct counters *counters = counters_numbered(value);
  uint64_t executions = 0;
  for (uint32_t i = 0; i < superblock->count; i++) executions += counters->counts[i];
  if (executions == counters->recorded_executions) return;
  if (!counters->recorded) counters->recorded = add_records(context, superblock);
  struct hagstone_block_count *recorded = counters->recorded;
  if (!recorded) return;
  counters->recorded_executions = executions;
  for (uint32_t i = 0; i < superblock->count; i++, recorded = following(recorded)) {
    hagstone_add_block(superblock->blocks[i], counters->counts[i] - recorded->count, &recorded_sums);
    recorded->count = counters->counts[i];
  }
}

/* Executions that are not counted by context: all of the counting run, or since contexts have sums. */
static void add_total(uint32_t block) {
  if (hagstone_options.count || hagstone_sums_by_context()) hagstone_record_block_total(block);
  hagstone_add_block(block, *hagstone_block_total(block), &sums);
}

void hagstone_record_executions(void) {
  if (!counters_are_final) {
    hagstone_visit_context_entries(record);
    counters_are_final = hagstone_sums_by_context();
  }
  sums = recorded_sums;
  hagstone_visit_blocks(add_total);
  if (hagstone_sums_by_context()) hagstone_record_context_sums();
  hagstone_sum_up_access_counts(&sums);
  *hagstone_statistic(HAGSTONE_STATISTIC_loads) = sums.loads;
  *hagstone_statistic(HAGSTONE_STATISTIC_load_bytes) = sums.load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_stores) = sums.stores;
  *hagstone_statistic(HAGSTONE_STATISTIC_store_bytes) = sums.store_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_instructions_measured) = sums.instructions;
  *hagstone_statistic(HAGSTONE_STATISTIC_dropped_access_form) = sums.missing;
}

static void forget(hagstone_calling_context context, uint32_t key, uint32_t value) {
  (void)context;
  if (!(key & HAGSTONE_SUPERBLOCK_KEY)) return;
  struct counters *counters = counters_numbered(value);
  const uint32_t count = superblocks[key & ~HAGSTONE_SUPERBLOCK_KEY]->count;
  counters->recorded = 0;
  counters->recorded_executions = 0;
  for (uint32_t i = 0; i < count; i++) counters->counts[i] = 0;
}

void hagstone_forget_executions(void) {
  hagstone_visit_context_entries(forget);
  recorded_sums = (struct hagstone_block_sums){0, 0, 0, 0, 0, 0};
  counters_are_final = 0;
  hagstone_forget_blocks();
  hagstone_forget_context_sums();
  hagstone_forget_access_counts();
}
