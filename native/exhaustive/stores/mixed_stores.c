/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mixed_stores.h"

#include "pieces.h"

static struct hagstone_pieces granules = {sizeof(struct hagstone_mixed_granule), 0, 0, 0};

uint32_t hagstone_mixed_bytes(const struct hagstone_mixed_granule *mixed) {
  uint32_t stored = 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) stored |= (uint32_t)(mixed->places[i] != 0) << i;
  return stored;
}

static void give_back(uint64_t owner) {
  if (hagstone_is_mixed(owner)) hagstone_give_back_piece(&granules, hagstone_mixed_of(owner));
}

/* 0 where the granule has no such piece and there is no memory for one. */
static uint64_t mixed_word_of(uint64_t owner) {
  if (hagstone_is_mixed(owner)) return owner;
  struct hagstone_mixed_granule *mixed = hagstone_take_piece(&granules);
  if (!mixed) return 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
    mixed->places[i] = owner >> i & 1 ? hagstone_owner_place(owner) : 0;
  return (uint64_t)mixed | HAGSTONE_OWNER_MIXED;
}

uint64_t hagstone_owner_after_store(uint64_t owner, uint32_t mask, hagstone_place place) {
  const uint32_t stored = hagstone_stored_bytes(owner), others = stored & ~mask;
  if (!others || (!hagstone_is_mixed(owner) && hagstone_owner_place(owner) == place)) {
    give_back(owner);
    return hagstone_owner_of_place(place, stored | mask);
  }
  const uint64_t word = mixed_word_of(owner);
  if (!word) return hagstone_owner_of_place(place, mask);
  hagstone_place *places = hagstone_mixed_of(word)->places;
  int is_uniform = 1;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    if (mask >> i & 1) places[i] = place;
    if (places[i] && places[i] != place) is_uniform = 0;
  }
  if (!is_uniform) return word;
  give_back(word);
  return hagstone_owner_of_place(place, stored | mask);
}

uint64_t hagstone_owner_without(uint64_t owner, uint32_t mask) {
  const uint32_t left = hagstone_stored_bytes(owner) & ~mask;
  if (!left) {
    give_back(owner);
    return 0;
  }
  if (!hagstone_is_mixed(owner)) return owner & ~(uint64_t)mask;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
    if (mask >> i & 1) hagstone_mixed_of(owner)->places[i] = 0;
  return owner;
}
