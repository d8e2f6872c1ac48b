/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_pairs.h"

#include "held_pairs.h"

const char *hagstone_start_place_pairs(void) { return hagstone_start_held_pairs(); }

/* Moves the watch with the index, and its count, ahead of the others. */
static void move_to_front(struct hagstone_place_pairs *pairs, uint32_t index) {
  const uint32_t watch = pairs->watches[index], repeated = pairs->repeated[index];
  for (uint32_t i = index; i > 0; i--) {
    pairs->watches[i] = pairs->watches[i - 1];
    pairs->repeated[i] = pairs->repeated[i - 1];
  }
  pairs->watches[0] = watch;
  pairs->repeated[0] = repeated;
}

static void hold(struct hagstone_place_pairs *pairs, uint32_t index, uint32_t trap, uint64_t bytes) {
  const uint64_t repeated = pairs->repeated[index];
  pairs->repeated[index] = 0;
  if (repeated) hagstone_hold_pair(pairs->watches[index], trap, 0, repeated, repeated * bytes);
}

void hagstone_count_place_pair(uint32_t watch, uint32_t trap, uint64_t address, uint64_t bytes) {
  enum { LAST = HAGSTONE_WATCHES_KEPT - 1 };
  struct hagstone_place_pairs *pairs = hagstone_pairs_of_place(trap);
  uint32_t index = 0;
  while (index < LAST && pairs->watches[index] != watch) index++;
  const int known = pairs->watches[index] == watch;
  if (!known) {
    hold(pairs, LAST, trap, bytes);
    pairs->watches[LAST] = watch;
    hagstone_hold_pair(watch, trap, address, 1, bytes);
  }
  pairs->repeated[index] += known;
  if (index) move_to_front(pairs, index);
}

static uint64_t bytes_of(uint32_t number) {
  return hagstone_site_of(hagstone_place_site(hagstone_numbered_place(number)))->bytes;
}

void hagstone_write_place_pairs(void) {
  const uint32_t end = hagstone_place_numbers_end();
  for (uint32_t number = 1; number < end; number++) {
    struct hagstone_place_pairs *pairs = hagstone_pairs_of_place(number);
    for (uint32_t i = 0; i < HAGSTONE_WATCHES_KEPT; i++)
      if (pairs->repeated[i]) hold(pairs, i, number, bytes_of(number));
  }
  hagstone_write_held_pairs();
}

void hagstone_forget_place_pairs(void) {
  const uint32_t end = hagstone_place_numbers_end();
  for (uint32_t number = 1; number < end; number++)
    *hagstone_pairs_of_place(number) = (struct hagstone_place_pairs){{HAGSTONE_NO_WATCH}, {0}};
  hagstone_forget_held_pairs();
}
