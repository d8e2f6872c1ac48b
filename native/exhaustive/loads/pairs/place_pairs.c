/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "place_pairs.h"

#include "held_pairs.h"
#include "place_numbers.h"

enum { OTHERS = 3, LAST = OTHERS - 1 };

/* Other pairs of a place that repeated several loads, the latest first. */
struct other_pairs {
  uint32_t watches[OTHERS]; /* 0: none */
  uint32_t repeated[OTHERS];
};

static struct other_pairs *const others = (struct other_pairs *)HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_OTHER_WATCHES);
static uint64_t others_end = 1; /* no place has more than one, so that there is room for each */

const char *hagstone_start_place_pairs(void) {
  const char *refused =
      hagstone_reserve_dense_shadow(HAGSTONE_SHADOW_OTHER_WATCHES, HAGSTONE_MOST_PLACE_NUMBERS * sizeof *others);
  if (refused) return refused;
  hagstone_expected_places = hagstone_memory((HAGSTONE_MOST_PLACE_NUMBERS >> HAGSTONE_PLACE_GROUP_BITS) / 8);
  return hagstone_expected_places ? hagstone_start_held_pairs() : "there is no memory left; give the run more";
}

static void hold(uint32_t watch, uint32_t trap, uint64_t repeated, uint64_t bytes) {
  hagstone_hold_pair(watch, trap, 0, repeated, repeated * bytes);
}

static struct other_pairs *others_of(struct hagstone_place_pairs *pairs) {
  if (!pairs->others) pairs->others = (uint32_t)others_end++;
  return &others[pairs->others];
}

/* The latest takes the place of the pair with the index, ahead of those that were ahead of it. */
static void move_behind_latest(struct other_pairs *behind, uint32_t index, const struct hagstone_place_pairs *latest) {
  for (uint32_t i = index; i > 0; i--) {
    behind->watches[i] = behind->watches[i - 1];
    behind->repeated[i] = behind->repeated[i - 1];
  }
  behind->watches[0] = latest->watch;
  behind->repeated[0] = latest->repeated;
}

void hagstone_count_place_pair(uint32_t watch, uint32_t trap, uint64_t address, uint64_t bytes) {
  struct hagstone_place_pairs *pairs = hagstone_pairs_of_place(trap);
  if (pairs->watch == watch) {
    pairs->repeated++;
    return;
  }
  uint32_t repeated = 0;
  int known = 0;
  if (pairs->watch != HAGSTONE_NO_WATCH) {
    struct other_pairs *behind = others_of(pairs);
    uint32_t index = 0;
    while (index < LAST && behind->watches[index] != watch) index++;
    known = behind->watches[index] == watch;
    if (known)
      repeated = behind->repeated[index] + 1;
    else if (behind->repeated[LAST])
      hold(behind->watches[LAST], trap, behind->repeated[LAST], bytes);
    move_behind_latest(behind, index, pairs);
  }
  pairs->watch = watch;
  pairs->repeated = repeated;
  /* The scope of a new pair is found by the times of its first loads. */
  if (!known) hagstone_hold_pair(watch, trap, address, 1, bytes);
}

static uint64_t bytes_of(uint32_t number) {
  return hagstone_site_of(hagstone_place_site(hagstone_numbered_place(number)))->bytes;
}

static void write_pairs(uint32_t number, struct hagstone_place_pairs *pairs) {
  if (pairs->repeated) hold(pairs->watch, number, pairs->repeated, bytes_of(number));
  pairs->repeated = 0;
  if (!pairs->others) return;
  struct other_pairs *behind = &others[pairs->others];
  for (uint32_t i = 0; i < OTHERS; i++) {
    if (behind->repeated[i]) hold(behind->watches[i], number, behind->repeated[i], bytes_of(number));
    behind->repeated[i] = 0;
  }
}

static void write_group(uint64_t group) {
  for (uint32_t i = 0; i < HAGSTONE_PLACE_GROUP; i++) {
    const uint32_t number = (uint32_t)(group << HAGSTONE_PLACE_GROUP_BITS) + i;
    if (number) write_pairs(number, hagstone_pairs_of_place(number));
  }
}

void hagstone_write_place_pairs(void) {
  const uint64_t groups = (hagstone_place_numbers_end() >> HAGSTONE_PLACE_GROUP_BITS) + 1;
  for (uint64_t word = 0; word * 64 < groups; word++) {
    for (uint64_t left = hagstone_expected_places[word]; left; left &= left - 1)
      write_group(word * 64 + (uint64_t)__builtin_ctzll(left));
    hagstone_expected_places[word] = 0;
  }
  hagstone_leave_load_blocks();
  hagstone_write_held_pairs();
}

void hagstone_forget_place_pairs(void) {
  const uint32_t end = hagstone_place_numbers_end();
  for (uint32_t number = 1; number < end; number++)
    *hagstone_pairs_of_place(number) = (struct hagstone_place_pairs){HAGSTONE_NO_WATCH, 0, 0};
  hagstone_clear_shadow(HAGSTONE_SHADOW_BASE(HAGSTONE_SHADOW_OTHER_WATCHES), others_end * sizeof *others);
  others_end = 1;
  hagstone_forget_held_pairs();
}
