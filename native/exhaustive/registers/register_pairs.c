/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_pairs.h"

#include "exhaustive/tables/hash_table.h"
#include "exhaustive/tables/lasting_memory.h"
#include "exhaustive/contexts/sites.h"
#include "common/compare.h"
#include "common/raw_format.h"

static struct hagstone_hash_table by_site; /* site: struct hagstone_written_register */
static struct hagstone_written_register *all;
static struct hagstone_pair_table pairs = {
    .tool = HAGSTONE_TOOL_REGISTERS, .relation = HAGSTONE_RELATION_REDUNDANT_WITH, .approximates = 1};
static struct hagstone_without_pair_table without_pair = {HAGSTONE_TOOL_REGISTERS, {0, 0, 0}};

struct hagstone_written_register *hagstone_written_register_of(uint64_t instruction,
                                                               const struct hagstone_instruction_writes *writes,
                                                               uint32_t number) {
  const struct hagstone_register_write *write = &writes->items[number];
  const struct hagstone_site *site =
      hagstone_register_site(instruction, (uint8_t)number, write->loads, write->element, write->bytes);
  uint64_t *known = site ? hagstone_hash_add(&by_site, site->id, 0) : 0;
  if (!known) return 0;
  if (*known) return (struct hagstone_written_register *)*known;
  struct hagstone_written_register *written = hagstone_lasting_memory(sizeof *written);
  if (!written) return 0;
  written->site = site;
  written->write = *write;
  written->has_companions = writes->count > 1;
  written->next = all;
  all = written;
  *known = (uint64_t)written;
  return written;
}

static struct hagstone_exact_pair *pair_of(struct hagstone_written_register *written, hagstone_calling_context context,
                                           hagstone_place writer) {
  if (written->latest_writer == writer && written->latest_context == context) return written->latest_pair;
  struct hagstone_exact_pair *pair = hagstone_pair(&pairs, writer, hagstone_place_of(context, written->site->id));
  if (!pair) return 0;
  written->latest_writer = writer;
  written->latest_context = context;
  written->latest_pair = pair;
  return pair;
}

void hagstone_count_repeating_instruction(struct hagstone_written_register *written) {
  if (!written->instructions)
    written->instructions = hagstone_statistic(written->write.element == HAGSTONE_ELEMENT_BYTES
                                                   ? HAGSTONE_STATISTIC_repeating_instructions
                                                   : HAGSTONE_STATISTIC_repeating_floating_instructions);
  ++*written->instructions;
}

int hagstone_count_repeated_register(struct hagstone_written_register *written, hagstone_calling_context context,
                                     const struct hagstone_written_share *shares, uint32_t share_count) {
  int is_known = 0;
  for (uint32_t i = 0; i < share_count; i++) {
    if (!shares[i].writer) {
      struct hagstone_without_pair *counters =
          hagstone_without_pair_of(&without_pair, hagstone_place_of(context, written->site->id));
      if (counters) counters->first += shares[i].bytes;
      continue;
    }
    is_known = 1;
    struct hagstone_exact_pair *pair = pair_of(written, context, shares[i].writer);
    if (!pair) continue;
    pair->instances++;
    pair->bytes += shares[i].bytes;
  }
  return is_known;
}

void hagstone_forget_register_pairs(void) {
  hagstone_forget_pairs(&pairs);
  hagstone_forget_places(&without_pair.places);
  for (struct hagstone_written_register *written = all; written; written = written->next) {
    written->latest_writer = 0;
    written->instructions = 0;
  }
}
