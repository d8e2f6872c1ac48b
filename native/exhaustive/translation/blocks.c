/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "blocks.h"

#include "exhaustive/tables/hash_table.h"
#include "exhaustive/tables/lasting_memory.h"
#include "exhaustive/recording/modules.h"
#include "exhaustive/recording/recording.h"
#include "exhaustive/shadow.h"

struct block {
  uint32_t number;
  uint32_t record;                 /* 0: not in the recording */
  uint32_t instructions;
  uint32_t missing;
  uint32_t loads, stores;
  uint64_t load_bytes, store_bytes;
  uint64_t total;                  /* in all contexts together */
  uint64_t recorded_total;
  struct hagstone_block_count *recorded; /* of the total; null: not in the recording */
  uint64_t address;
  uint64_t offset;                 /* in its module */
  uint32_t module;
  uint32_t access_count;
  struct block *same_hash;
  struct hagstone_block_access accesses[]; /* followed by instructions_to of each */
};

enum { MOST_BLOCKS = 1u << 28 };

static struct block **const blocks = (struct block **)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_BLOCKS); /* by number */
static uint32_t block_count = 1;
static struct hagstone_hash_table blocks_by_hash; /* hash, 0: first struct block of it */

const char *hagstone_start_blocks(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_BLOCKS, (uint64_t)MOST_BLOCKS * sizeof *blocks);
}

static uint16_t *instructions_to(struct block *block) { return (uint16_t *)&block->accesses[block->access_count]; }

static uint64_t hash_of(const struct hagstone_block_contents *contents, uint32_t module) {
  uint64_t hash = contents->address * 0x9e3779b97f4a7c15ull ^ ((uint64_t)module << 32 | contents->instruction_count);
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *access = &contents->accesses[i];
    const uint64_t word = (uint64_t)access->offset << 32 | (uint32_t)access->bytes << 16 | (uint32_t)access->kind << 8 |
                          access->element;
    hash = (hash ^ hash >> 32 ^ word) * 0xbf58476d1ce4e5b9ull;
  }
  return hash;
}

static int holds(struct block *block, const struct hagstone_block_contents *contents, uint32_t module) {
  if (block->address != contents->address || block->module != module ||
      block->instructions != contents->instruction_count || block->access_count != contents->access_count ||
      block->missing != contents->missing)
    return 0;
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *left = &block->accesses[i], *right = &contents->accesses[i];
    if (left->offset != right->offset || left->kind != right->kind || left->element != right->element ||
        left->bytes != right->bytes || instructions_to(block)[i] != contents->instructions_to[i])
      return 0;
  }
  return 1;
}

static struct block *make(const struct hagstone_block_contents *contents, uint32_t module, uint64_t bias) {
  struct block *block = hagstone_lasting_memory(
      sizeof *block + contents->access_count * (sizeof(struct hagstone_block_access) + sizeof(uint16_t)));
  if (!block) return 0;
  block->instructions = contents->instruction_count;
  block->missing = contents->missing;
  block->address = contents->address;
  block->offset = contents->address - bias;
  block->module = module;
  block->access_count = contents->access_count;
  for (uint32_t i = 0; i < contents->access_count; i++) {
    const struct hagstone_block_access *access = &contents->accesses[i];
    block->accesses[i] = *access;
    instructions_to(block)[i] = contents->instructions_to[i];
    if (access->kind == HAGSTONE_ACCESS_LOAD) {
      block->loads++;
      block->load_bytes += access->bytes;
    } else if (access->kind == HAGSTONE_ACCESS_STORE) {
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
  for (struct block *block = (struct block *)*first; block; block = block->same_hash)
    if (holds(block, contents, index)) return block->number;
  struct block *block = make(contents, index, module ? module->bias : 0);
  if (!block) return 0;
  block->number = block_count;
  block->same_hash = (struct block *)*first;
  *first = (uint64_t)block;
  blocks[block_count] = block;
  return block_count++;
}

uint32_t hagstone_block_record(uint32_t number) {
  struct block *block = blocks[number];
  if (!block->record)
    block->record = hagstone_recording_add_block(&hagstone_main_recording, block->module, block->offset,
                                                 block->instructions, block->accesses, block->access_count);
  return block->record;
}

uint64_t *hagstone_block_total(uint32_t number) { return &blocks[number]->total; }

void hagstone_record_block_total(uint32_t number) {
  struct block *block = blocks[number];
  if (block->total && !block->recorded) {
    const uint32_t record = hagstone_block_record(number);
    if (record) block->recorded = hagstone_recording_add_block_count(&hagstone_main_recording, record, 0);
  }
  if (block->recorded && block->recorded_total != block->total)
    block->recorded->count = block->recorded_total = block->total;
}

void hagstone_visit_blocks(void (*visit)(uint32_t number)) {
  for (uint32_t i = 1; i < block_count; i++) visit(i);
}

void hagstone_add_block(uint32_t number, uint64_t count, struct hagstone_block_sums *sums) {
  const struct block *block = blocks[number];
  sums->loads += count * block->loads;
  sums->load_bytes += count * block->load_bytes;
  sums->stores += count * block->stores;
  sums->store_bytes += count * block->store_bytes;
  sums->instructions += count * block->instructions;
  sums->missing += count * block->missing;
}

void hagstone_forget_blocks(void) {
  for (uint32_t i = 1; i < block_count; i++) {
    blocks[i]->record = 0;
    blocks[i]->total = 0;
    blocks[i]->recorded_total = 0;
    blocks[i]->recorded = 0;
  }
}
