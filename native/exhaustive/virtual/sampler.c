/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sampler.h"

#include "common/attribution.h"
#include "common/judgement.h"

enum { PAGE_BYTES = 4096, WORD_BYTES = 8 };

static int samples_kind(uint32_t tool, uint32_t kind) {
  switch (tool) {
    case HAGSTONE_TOOL_REDUNDANT_LOADS: return kind == HAGSTONE_LOAD;
    case HAGSTONE_TOOL_REUSE_DISTANCE: return 1;
    default: return kind == HAGSTONE_STORE;
  }
}

static int compares_values(uint32_t tool) {
  return tool == HAGSTONE_TOOL_SILENT_STORES || tool == HAGSTONE_TOOL_REDUNDANT_LOADS;
}

int hagstone_virtual_samples(const struct hagstone_virtual_specification *specification, uint32_t kind) {
  for (uint32_t i = 0; i < specification->tool_count; i++)
    if (samples_kind(specification->tools[i], kind)) return 1;
  return 0;
}

void hagstone_open_sampler(struct hagstone_virtual_sampler *sampler, struct hagstone_virtual_pmu *pmu,
                           struct hagstone_watch_index *index, uint32_t thread) {
  sampler->pmu = pmu;
  sampler->index = index;
  hagstone_random_seed(&sampler->random, pmu->specification.seed, thread);
  hagstone_reservoir_initialize(&sampler->reservoir, pmu->specification.reservoir, pmu->specification.registers);
  for (uint32_t slot = 0; slot < HAGSTONE_RESERVOIR_CAPACITY; slot++) sampler->watches[slot].sampler = sampler;
}

static void count(struct hagstone_virtual_sampler *sampler, enum hagstone_statistic statistic, uint64_t amount) {
  *hagstone_recorder_statistic(&sampler->pmu->recorder, statistic) += amount;
}

static void disarm(struct hagstone_virtual_watch *watch) {
  struct hagstone_virtual_sampler *sampler = watch->sampler;
  watch->armed = 0;
  hagstone_unindex_watch(sampler->index, &watch->indexed);
  hagstone_reservoir_release(&sampler->reservoir, (uint32_t)(watch - sampler->watches));
}

/* Right-censored: not reused for at least so long (metrics.md section 4). */
static void censor(struct hagstone_virtual_watch *watch, uint32_t flags, const struct hagstone_virtual_moment *moment) {
  if (watch->tool != HAGSTONE_TOOL_REUSE_DISTANCE) return;
  if (flags & HAGSTONE_CENSORED_EVICTED) count(watch->sampler, HAGSTONE_STATISTIC_censored_evicted, 1);
  if (watch->pair_flags & HAGSTONE_PAIR_OTHER_PART) flags |= HAGSTONE_CENSORED_OTHER_PART;
  const uint64_t passed = moment->thread_accesses - watch->start;
  hagstone_record_censored(&watch->sampler->pmu->recorder, watch->leaf, passed ? passed : 1, flags,
                           moment->process_accesses);
}

/* Memory of the sampled access and around its watched part, as far as the pages of `access` reach: that they can be read
 * is known. */
static struct hagstone_memory_value value_of(const struct hagstone_virtual_watch *watch,
                                             const struct hagstone_access *access) {
  const struct hagstone_watched_part part = watch->part;
  const uint64_t first = access->address & ~(uint64_t)(PAGE_BYTES - 1);
  const uint64_t last = (access->address + access->bytes - 1) | (PAGE_BYTES - 1);
  uint64_t begin = part.address - HAGSTONE_VALUE_MARGIN, end = part.address + part.length + HAGSTONE_VALUE_MARGIN;
  if (watch->bytes <= HAGSTONE_WHOLE_VALUE_LONGEST) {
    if (watch->address < begin) begin = watch->address;
    if (watch->address + watch->bytes > end) end = watch->address + watch->bytes;
  }
  if (begin < first || begin > part.address) begin = first;
  if (end > last + 1) end = last + 1;
  struct hagstone_memory_value value = {begin, (uint32_t)(end - begin), {0}};
  const uint8_t *memory = (const uint8_t *)(uintptr_t)begin;
  for (uint32_t i = 0; i < value.length; i++) value.bytes[i] = memory[i];
  return value;
}

static int watched_already(const struct hagstone_virtual_sampler *sampler, struct hagstone_watched_part part) {
  for (uint32_t slot = 0; slot < sampler->pmu->specification.registers; slot++)
    if (sampler->watches[slot].armed && hagstone_parts_overlap(part.address, part.length, sampler->watches[slot].part))
      return 1;
  return 0;
}

static int choose_slot(struct hagstone_virtual_sampler *sampler) {
  const struct hagstone_blind_spot before = sampler->reservoir.blind_spot;
  const int slot = hagstone_reservoir_offer(&sampler->reservoir, &sampler->random);
  const struct hagstone_blind_spot *blind = &sampler->reservoir.blind_spot;
  count(sampler, HAGSTONE_STATISTIC_blind_runs, blind->runs - before.runs);
  count(sampler, HAGSTONE_STATISTIC_blind_samples, blind->samples - before.samples);
  uint64_t *longest = hagstone_recorder_statistic(&sampler->pmu->recorder, HAGSTONE_STATISTIC_blind_longest);
  if (blind->longest > *longest) *longest = blind->longest;
  return slot;
}

/* One of the tools that want such an access gets it, at random. 0: none wants it. */
static uint32_t deal(struct hagstone_virtual_sampler *sampler, uint32_t kind) {
  const struct hagstone_virtual_specification *specification = &sampler->pmu->specification;
  uint32_t wanting[HAGSTONE_VIRTUAL_TOOLS], wanting_count = 0;
  for (uint32_t i = 0; i < specification->tool_count; i++)
    if (samples_kind(specification->tools[i], kind)) wanting[wanting_count++] = specification->tools[i];
  return wanting_count ? wanting[hagstone_random_below(&sampler->random, wanting_count)] : 0;
}

static void choose_part(struct hagstone_virtual_sampler *sampler, const struct hagstone_access *access,
                        struct hagstone_virtual_watch *watch) {
  if (watch->tool != HAGSTONE_TOOL_REUSE_DISTANCE) {
    watch->part = hagstone_choose_watched_part(access->address, access->bytes, &sampler->random);
    return;
  }
  const uint32_t granularity = sampler->pmu->specification.granularity;
  const int other = hagstone_reuse_waits_for_other_part(granularity, &sampler->random);
  watch->part = hagstone_choose_reused_part(granularity, other, access->address, access->bytes, &sampler->random);
  if (other) watch->pair_flags |= HAGSTONE_PAIR_OTHER_PART;
}

/* `planned` replaces the watch in the register `slot`. */
static void arm(struct hagstone_virtual_sampler *sampler, uint32_t slot, const struct hagstone_virtual_watch *planned,
                const struct hagstone_virtual_moment *moment) {
  struct hagstone_virtual_watch *watch = &sampler->watches[slot];
  if (watch->armed) {
    count(sampler, HAGSTONE_STATISTIC_replaced, 1);
    censor(watch, HAGSTONE_CENSORED_EVICTED, moment);
    hagstone_unindex_watch(sampler->index, &watch->indexed);
  }
  *watch = *planned;
  watch->armed = 1;
  watch->indexed.word = watch->part.address / WORD_BYTES;
  hagstone_index_watch(sampler->index, &watch->indexed);
  count(sampler, HAGSTONE_STATISTIC_armed, 1);
  hagstone_step_counter(watch->counters);
  watch->counters->armed++;
  hagstone_step_counter(watch->counters);
}

void hagstone_take_sample(struct hagstone_virtual_sampler *sampler, const struct hagstone_access *access,
                          const struct hagstone_virtual_moment *moment) {
  const uint32_t tool = deal(sampler, access->site->kind);
  if (!tool) return;
  struct hagstone_virtual_watch watch = {
      .sampler = sampler, .tool = tool, .address = access->address, .bytes = access->bytes};
  watch.leaf = hagstone_leaf(access->context, access->site);
  watch.counters = watch.leaf ? hagstone_recorder_context(&sampler->pmu->recorder, tool, watch.leaf) : 0;
  if (!watch.counters) {
    count(sampler, HAGSTONE_STATISTIC_dropped_no_context, 1);
    return;
  }
  count(sampler, HAGSTONE_STATISTIC_samples, 1);
  hagstone_step_counter(watch.counters);
  watch.counters->sampled++;
  watch.counters->bytes += access->bytes;
  hagstone_step_counter(watch.counters);

  watch.instruction = access->site->instruction;
  watch.start = moment->thread_accesses;
  choose_part(sampler, access, &watch);
  if (watched_already(sampler, watch.part)) {
    count(sampler, HAGSTONE_STATISTIC_dropped_overlap, 1);
    return;
  }
  if (compares_values(tool)) watch.value = value_of(&watch, access);
  const int slot = choose_slot(sampler);
  if (slot < 0)
    count(sampler, HAGSTONE_STATISTIC_not_chosen, 1);
  else
    arm(sampler, (uint32_t)slot, &watch, moment);
}

static uint32_t live_watches(const struct hagstone_virtual_watch *watch) {
  const struct hagstone_virtual_sampler *sampler = watch->sampler;
  uint32_t live = 0;
  for (uint32_t slot = 0; slot < sampler->pmu->specification.registers; slot++) {
    const struct hagstone_virtual_watch *other = &sampler->watches[slot];
    live += other->armed && other->tool == watch->tool && other->leaf == watch->leaf;
  }
  return live;
}

/* Disarms it. The samples that this watch represents: of its context's, with its share of those that lost their register.
 * `relation`: 0 where its memory ended. */
static double account(struct hagstone_virtual_watch *watch, uint32_t relation) {
  const uint32_t live = live_watches(watch);
  const uint32_t slot = (uint32_t)(watch - watch->sampler->watches);
  const double inclusion = hagstone_reservoir_inclusion(&watch->sampler->reservoir, slot);
  disarm(watch);
  hagstone_step_counter(watch->counters);
  hagstone_attribution_count_end(watch->counters, relation, watch->bytes, inclusion);
  const double credit = hagstone_attribution_credit(watch->counters->sampled, &watch->counters->accounted, 1, live,
                                                    watch->sampler->pmu->specification.attribution);
  hagstone_step_counter(watch->counters);
  return credit;
}

/* `whole`: the relation does not go by the watched part alone. */
static void record(struct hagstone_virtual_watch *watch, enum hagstone_relation relation, uint32_t flags, int whole,
                   const struct hagstone_access *access, const struct hagstone_virtual_moment *moment) {
  struct hagstone_virtual_sampler *sampler = watch->sampler;
  const struct hagstone_virtual_specification *specification = &sampler->pmu->specification;
  const struct hagstone_virtual_pair pair = {watch->tool, relation, flags | watch->pair_flags, watch->leaf,
                                             hagstone_leaf(access->context, access->site)};
  if (!pair.trap) {
    disarm(watch);
    count(sampler, HAGSTONE_STATISTIC_dropped_no_context, 1);
    return;
  }
  const double credit = account(watch, relation);
  const struct hagstone_virtual_trap trap = {credit,
                                             credit * (double)specification->period * watch->bytes,
                                             watch->bytes,
                                             watch->part.length < watch->bytes && !whole,
                                             moment->thread_accesses - watch->start,
                                             moment->process_accesses};
  const int recorded = hagstone_record_trap(&sampler->pmu->recorder, &pair, &trap);
  count(sampler, recorded ? HAGSTONE_STATISTIC_traps : HAGSTONE_STATISTIC_dropped_no_context, 1);
}

static void judge_value(struct hagstone_virtual_watch *watch, const struct hagstone_access *access,
                        const struct hagstone_virtual_moment *moment) {
  const struct hagstone_later_access later = {access->address, access->bytes, access->site->element};
  const struct hagstone_memory_value now = value_of(watch, access);
  const struct hagstone_watched_access watched = {watch->address, watch->bytes, watch->part};
  const struct hagstone_value_judgement judgement =
      hagstone_judge_value(&watched, &later, &watch->value, &now, hagstone_tolerance());
  if (judgement.comparison == HAGSTONE_COMPARISON_UNKNOWN) {
    count(watch->sampler, HAGSTONE_STATISTIC_dropped_value_unreadable, 1);
    disarm(watch);
    return;
  }
  record(watch, judgement.relation, judgement.flags, !judgement.partial, access, moment);
}

/* A watchpoint for loads traps for stores too, which leave it armed (LoadCraft, WITCH section 4). A PMU's sample comes
 * after the whole instruction: the store of a sampled read-modify-write is past then. */
static void keep(struct hagstone_virtual_watch *watch, const struct hagstone_access *store,
                 const struct hagstone_virtual_moment *moment) {
  const int own = watch->instruction && store->site->instruction == watch->instruction &&
                  moment->thread_accesses == watch->start + 1;
  if (own) {
    count(watch->sampler, HAGSTONE_STATISTIC_own_traps, 1);
    return;
  }
  count(watch->sampler, HAGSTONE_STATISTIC_kept_traps, 1);
  if (++watch->kept_traps < HAGSTONE_MOST_KEPT_TRAPS) return;
  count(watch->sampler, HAGSTONE_STATISTIC_dropped_kept_too_often, 1);
  disarm(watch);
}

void hagstone_touch_watch(struct hagstone_virtual_watch *watch, const struct hagstone_access *access,
                          const struct hagstone_virtual_moment *moment) {
  const int loads = access->site->kind == HAGSTONE_LOAD;
  switch (watch->tool) {
    case HAGSTONE_TOOL_DEAD_STORES: record(watch, hagstone_judge_stored(loads), 0, 0, access, moment); break;
    case HAGSTONE_TOOL_SILENT_STORES:
      if (!loads) judge_value(watch, access, moment);
      break;
    case HAGSTONE_TOOL_REDUNDANT_LOADS:
      if (loads)
        judge_value(watch, access, moment);
      else
        keep(watch, access, moment);
      break;
    default: record(watch, HAGSTONE_RELATION_REUSED_BY, 0, 0, access, moment);
  }
}

static int ends(const struct hagstone_virtual_watch *watch, uint64_t address, uint64_t bytes) {
  if (watch->tool != HAGSTONE_TOOL_REUSE_DISTANCE) return hagstone_parts_overlap(address, bytes, watch->part);
  const uint64_t granularity = watch->sampler->pmu->specification.granularity;
  const uint64_t location = watch->part.address / granularity * granularity;
  return location >= address && location + granularity <= address + bytes;
}

/* Such an end is an outcome like a trap's, in neither waste nor use, and represents its share of the context's samples:
 * without that the context's other traps would represent them, and it would weigh as if its memory had never ended. */
void hagstone_end_watched_memory(struct hagstone_virtual_watch *watch, uint64_t address, uint64_t bytes,
                                 const struct hagstone_virtual_moment *moment) {
  if (!ends(watch, address, bytes)) return;
  count(watch->sampler, HAGSTONE_STATISTIC_freed, 1);
  censor(watch, HAGSTONE_CENSORED_FREED, moment);
  account(watch, 0);
}

void hagstone_close_sampler(struct hagstone_virtual_sampler *sampler, const struct hagstone_virtual_moment *moment) {
  for (uint32_t slot = 0; slot < sampler->pmu->specification.registers; slot++) {
    struct hagstone_virtual_watch *watch = &sampler->watches[slot];
    if (!watch->armed) continue;
    count(sampler, HAGSTONE_STATISTIC_unfinished, 1);
    censor(watch, 0, moment);
    disarm(watch);
  }
}
