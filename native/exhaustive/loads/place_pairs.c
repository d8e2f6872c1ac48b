/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_pairs.h"

#include "held_pairs.h"

/* Numbers that share a bit. */
enum { GROUP_BITS = 4, GROUP = 1 << GROUP_BITS };

static uint64_t *expected; /* a bit for each group */

const char *hagstone_start_place_pairs(void) {
  expected = hagstone_memory((HAGSTONE_MOST_PLACE_NUMBERS >> GROUP_BITS) / 8);
  return expected ? hagstone_start_held_pairs() : "there is no memory left; give the run more";
}

void hagstone_expect_place_pairs(uint32_t first, uint32_t count) {
  for (uint64_t group = first >> GROUP_BITS; group <= ((uint64_t)first + count - 1) >> GROUP_BITS; group++)
    expected[group / 64] |= 1ull << group % 64;
}

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
    /* The scope of a new pair is found by the times of its first loads. */
    hagstone_hold_pair(watch, trap, address, 1, bytes);
  }
  pairs->repeated[index] += known;
  if (index) move_to_front(pairs, index);
}

static uint64_t bytes_of(uint32_t number) {
  return hagstone_site_of(hagstone_place_site(hagstone_numbered_place(number)))->bytes;
}

static void write_group(uint64_t group) {
  for (uint32_t i = 0; i < GROUP; i++) {
    const uint32_t number = (uint32_t)(group << GROUP_BITS) + i;
    struct hagstone_place_pairs *pairs = hagstone_pairs_of_place(number);
    for (uint32_t index = 0; index < HAGSTONE_WATCHES_KEPT; index++)
      if (pairs->repeated[index] && number) hold(pairs, index, number, bytes_of(number));
  }
}

void hagstone_write_place_pairs(void) {
  const uint64_t groups = (hagstone_place_numbers_end() >> GROUP_BITS) + 1;
  for (uint64_t word = 0; word * 64 < groups; word++) {
    for (uint64_t left = expected[word]; left; left &= left - 1) write_group(word * 64 + (uint64_t)__builtin_ctzll(left));
    expected[word] = 0;
  }
  hagstone_leave_load_blocks();
  hagstone_write_held_pairs();
}

void hagstone_forget_place_pairs(void) {
  const uint32_t end = hagstone_place_numbers_end();
  for (uint32_t number = 1; number < end; number++)
    *hagstone_pairs_of_place(number) = (struct hagstone_place_pairs){{HAGSTONE_NO_WATCH}, {0}};
  hagstone_forget_held_pairs();
}
