/* SPDX-License-Identifier: MIT
 *
 * The debug register for a new sample (metrics.md section 3; RDX IV-A, WITCH 4.1). Freestanding; one per thread. */
#ifndef HAGSTONE_RESERVOIR_H
#define HAGSTONE_RESERVOIR_H

#include <stdint.h>

#include "random.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_RESERVOIR_CAPACITY 16u
#define HAGSTONE_RESERVOIR_NOT_CHOSEN (-1)

struct hagstone_reservoir_register {
  uint64_t samples; /* since it was last empty, the one that filled it included; 0 while empty */
  uint64_t armed_at; /* number of the sample it holds */
  double inclusion; /* see hagstone_reservoir_inclusion */
};

/* Runs of consecutive samples that could not be watched (WITCH 4.1). */
struct hagstone_blind_spot {
  uint64_t current; /* length of the run in progress, 0 if the last sample was watched */
  uint64_t runs;
  uint64_t samples; /* in runs longer than one */
  uint64_t longest;
};

struct hagstone_reservoir_state {
  uint32_t policy; /* enum hagstone_reservoir of raw_format.h */
  uint32_t register_count;
  uint64_t samples;            /* offered in all */
  uint64_t samples_since_room; /* policy common: offered since a register was empty; 0 while one is */
  struct hagstone_reservoir_register registers[HAGSTONE_RESERVOIR_CAPACITY];
  struct hagstone_blind_spot blind_spot;
};

/* 1 <= register_count <= HAGSTONE_RESERVOIR_CAPACITY. */
void hagstone_reservoir_initialize(struct hagstone_reservoir_state *reservoir, uint32_t policy, uint32_t register_count);

/* Offers a sample. Returns the register that takes it (the caller gives up its old sample and arms it), or
 * HAGSTONE_RESERVOIR_NOT_CHOSEN. */
int hagstone_reservoir_offer(struct hagstone_reservoir_state *reservoir, struct hagstone_random *random);

/* Probability, above 0, that the sample in this register was taken and kept until now, each offer's draw given what
 * the registers held before it: 1 divided by it is how many samples like this one it represents, without bias however long
 * each had to wait (Horvitz & Thompson, Journal of the American Statistical Association 47, 1952). Policies that do not draw have
 * no such probability: 1 then. */
double hagstone_reservoir_inclusion(const struct hagstone_reservoir_state *reservoir, uint32_t register_index);

/* The register trapped, or its watchpoint was given up: it is empty. */
void hagstone_reservoir_release(struct hagstone_reservoir_state *reservoir, uint32_t register_index);

int hagstone_reservoir_is_armed(const struct hagstone_reservoir_state *reservoir, uint32_t register_index);

#ifdef __cplusplus
}
#endif

#endif
