/* SPDX-License-Identifier: MIT */
#include "reservoir.h"

#include "raw_format.h"

void hagstone_reservoir_initialize(struct hagstone_reservoir_state *reservoir, uint32_t policy, uint32_t register_count) {
  reservoir->policy = policy;
  reservoir->register_count = register_count;
  reservoir->samples = 0;
  reservoir->samples_since_room = 0;
  for (uint32_t i = 0; i < HAGSTONE_RESERVOIR_CAPACITY; i++) {
    reservoir->registers[i].samples = 0;
    reservoir->registers[i].armed_at = 0;
  }
  reservoir->blind_spot.current = 0;
  reservoir->blind_spot.runs = 0;
  reservoir->blind_spot.samples = 0;
  reservoir->blind_spot.longest = 0;
}

int hagstone_reservoir_is_armed(const struct hagstone_reservoir_state *reservoir, uint32_t register_index) {
  return reservoir->registers[register_index].samples != 0;
}

static int empty_register(const struct hagstone_reservoir_state *reservoir) {
  for (uint32_t i = 0; i < reservoir->register_count; i++)
    if (!hagstone_reservoir_is_armed(reservoir, i)) return (int)i;
  return HAGSTONE_RESERVOIR_NOT_CHOSEN;
}

static int oldest_register(const struct hagstone_reservoir_state *reservoir) {
  int oldest = 0;
  for (uint32_t i = 1; i < reservoir->register_count; i++)
    if (reservoir->registers[i].armed_at < reservoir->registers[oldest].armed_at) oldest = (int)i;
  return oldest;
}

/* RDX: each register in random order takes the sample with its own probability 1 / samples. */
static int visit_registers(const struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  uint32_t order[HAGSTONE_RESERVOIR_CAPACITY];
  for (uint32_t i = 0; i < reservoir->register_count; i++) order[i] = i;
  for (uint32_t i = 0; i < reservoir->register_count; i++) {
    uint32_t other = i + (uint32_t)hagstone_random_below(random, reservoir->register_count - i);
    uint32_t chosen = order[other];
    order[other] = order[i];
    order[i] = chosen;
    if (hagstone_random_below(random, reservoir->registers[chosen].samples) == 0) return (int)chosen;
  }
  return HAGSTONE_RESERVOIR_NOT_CHOSEN;
}

/* WITCH: one common count k, the sample is taken with probability N / k and replaces any of the N. */
static int draw_register(const struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  uint64_t draw = hagstone_random_below(random, reservoir->samples_since_room);
  return draw < reservoir->register_count ? (int)draw : HAGSTONE_RESERVOIR_NOT_CHOSEN;
}

static int choose(const struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  switch (reservoir->policy) {
    case HAGSTONE_RESERVOIR_COMMON: return draw_register(reservoir, random);
    case HAGSTONE_RESERVOIR_OLDEST: return oldest_register(reservoir);
    case HAGSTONE_RESERVOIR_NEVER: return HAGSTONE_RESERVOIR_NOT_CHOSEN;
    default: return visit_registers(reservoir, random);
  }
}

static void note_blindness(struct hagstone_blind_spot *blind_spot, int watched) {
  if (watched) {
    blind_spot->current = 0;
    return;
  }
  blind_spot->current++;
  if (blind_spot->current == 1) blind_spot->runs++;
  if (blind_spot->current == 2) blind_spot->samples += 2;
  if (blind_spot->current > 2) blind_spot->samples++;
  if (blind_spot->current > blind_spot->longest) blind_spot->longest = blind_spot->current;
}

int hagstone_reservoir_offer(struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  reservoir->samples++;
  for (uint32_t i = 0; i < reservoir->register_count; i++)
    if (hagstone_reservoir_is_armed(reservoir, i)) reservoir->registers[i].samples++;

  int chosen = empty_register(reservoir);
  if (chosen >= 0) {
    reservoir->registers[chosen].samples = 1;
    /* The count of WITCH starts with the registers full: sample N of the window filled the last one. */
    reservoir->samples_since_room = empty_register(reservoir) >= 0 ? 0 : reservoir->register_count;
  } else {
    reservoir->samples_since_room++;
    chosen = choose(reservoir, random);
  }
  if (chosen >= 0) reservoir->registers[chosen].armed_at = reservoir->samples;
  note_blindness(&reservoir->blind_spot, chosen >= 0);
  return chosen;
}

void hagstone_reservoir_release(struct hagstone_reservoir_state *reservoir, uint32_t register_index) {
  reservoir->registers[register_index].samples = 0;
  reservoir->samples_since_room = 0;
}
