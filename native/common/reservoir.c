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
    reservoir->registers[i].inclusion = 1;
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

/* That a register takes the sample when each visits it at a random time of [0, 1) and the first to take it wins: the visits
 * of visit_registers. Integral of p * product over the others of (1 - p_other * t). */
static double probability_of_taking(const struct hagstone_reservoir_state *reservoir, uint32_t taker) {
  double coefficients[HAGSTONE_RESERVOIR_CAPACITY] = {1}; /* of the product, by power of t */
  uint32_t degree = 0;
  for (uint32_t i = 0; i < reservoir->register_count; i++) {
    if (i == taker) continue;
    const double probability = 1.0 / (double)reservoir->registers[i].samples;
    degree++;
    for (uint32_t power = degree; power > 0; power--) coefficients[power] -= probability * coefficients[power - 1];
  }
  double integral = 0;
  for (uint32_t power = 0; power <= degree; power++) integral += coefficients[power] / (power + 1);
  return integral / (double)reservoir->registers[taker].samples;
}

/* Draws, and returns the result. All registers are armed. */
static int draw(struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  double taking[HAGSTONE_RESERVOIR_CAPACITY], taken = 0;
  const int common = reservoir->policy == HAGSTONE_RESERVOIR_COMMON;
  for (uint32_t i = 0; i < reservoir->register_count; i++) {
    taking[i] = common ? 1.0 / (double)reservoir->samples_since_room : probability_of_taking(reservoir, i);
    taken += taking[i];
  }
  const int chosen = common ? draw_register(reservoir, random) : visit_registers(reservoir, random);
  for (uint32_t i = 0; i < reservoir->register_count; i++) reservoir->registers[i].inclusion *= 1 - taking[i];
  if (chosen >= 0) reservoir->registers[chosen].inclusion = taken;
  return chosen;
}

static int choose(struct hagstone_reservoir_state *reservoir, struct hagstone_random *random) {
  switch (reservoir->policy) {
    case HAGSTONE_RESERVOIR_OLDEST: return oldest_register(reservoir);
    case HAGSTONE_RESERVOIR_NEVER: return HAGSTONE_RESERVOIR_NOT_CHOSEN;
    default: return draw(reservoir, random);
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
    reservoir->registers[chosen].inclusion = 1;
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

double hagstone_reservoir_inclusion(const struct hagstone_reservoir_state *reservoir, uint32_t register_index) {
  return reservoir->registers[register_index].inclusion;
}

void hagstone_reservoir_release(struct hagstone_reservoir_state *reservoir, uint32_t register_index) {
  reservoir->registers[register_index].samples = 0;
  reservoir->samples_since_room = 0;
}
