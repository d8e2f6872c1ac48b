/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "mixed_stores.h"

#include "exhaustive/tables/pieces.h"

/* Multiples of 16: the bits below must be 0 in owner words. */
static struct hagstone_pieces pieces = {(sizeof(struct hagstone_mixed_granule) + 15) / 16 * 16, 0, 0, 0};

/* Those of late, by a hash of their places. They may have other places by now, or be given back. */
enum { LATE_BITS = 11 };
static struct {
  uint64_t hash;
  struct hagstone_mixed_granule *mixed;
} late[1 << LATE_BITS];

static uint64_t hash_of(const hagstone_place *places) {
  const uint64_t low = places[0] * 0x9e3779b97f4a7c15ull + places[1], high = places[2] * 0xbf58476d1ce4e5b9ull + places[3];
  return (low ^ low >> 32) * 0x94d049bb133111ebull + (high ^ high >> 29) * 0xd6e8feb86659fd93ull;
}

static int has_places(const struct hagstone_mixed_granule *mixed, const hagstone_place *places) {
  uint64_t differences = 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) differences |= mixed->places[i] ^ places[i];
  return differences == 0 && mixed->granules;
}

static struct hagstone_mixed_granule *changeable(uint64_t owner) {
  return (struct hagstone_mixed_granule *)(owner & ~HAGSTONE_OWNER_MIXED);
}

static void give_back(uint64_t owner) {
  if (hagstone_is_mixed(owner) && --changeable(owner)->granules == 0) hagstone_give_back_piece(&pieces, changeable(owner));
}

/* One that `owner` alone may have. Null: no memory. */
static struct hagstone_mixed_granule *own_of(uint64_t owner) {
  if (hagstone_is_mixed(owner) && changeable(owner)->granules == 1) return changeable(owner);
  struct hagstone_mixed_granule *const mixed = hagstone_take_piece(&pieces);
  if (mixed) give_back(owner);
  return mixed;
}

/* The owner word of a granule with these places, `owner` before; 0: no memory, nothing is done then. */
static uint64_t owner_with_places(uint64_t owner, const hagstone_place *places) {
  const uint64_t hash = hash_of(places);
  struct hagstone_mixed_granule *mixed = late[hash >> (64 - LATE_BITS)].mixed;
  if (mixed && late[hash >> (64 - LATE_BITS)].hash == hash && has_places(mixed, places)) {
    mixed->granules++; /* first: it may be that of `owner` */
    give_back(owner);
  } else {
    mixed = own_of(owner);
    if (!mixed) return 0;
    for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) mixed->places[i] = places[i];
    mixed->granules = 1;
    late[hash >> (64 - LATE_BITS)].hash = hash;
    late[hash >> (64 - LATE_BITS)].mixed = mixed;
  }
  return (uint64_t)mixed | HAGSTONE_OWNER_MIXED;
}

uint64_t hagstone_owner_after_store(uint64_t owner, uint32_t mask, hagstone_place place) {
  hagstone_place places[HAGSTONE_GRANULE_BYTES];
  uint64_t others = 0; /* places that differ from this one */
  uint32_t stored = 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    const hagstone_place before = hagstone_is_mixed(owner) ? hagstone_mixed_of(owner)->places[i]
                                  : owner >> i & 1         ? hagstone_owner_place(owner)
                                                           : 0;
    places[i] = mask >> i & 1 ? place : before;
    stored |= (uint32_t)(places[i] != 0) << i;
    if (places[i]) others |= places[i] ^ place;
  }
  const uint64_t mixed = others ? owner_with_places(owner, places) : 0;
  if (mixed) return mixed;
  give_back(owner);
  return hagstone_owner_of_place(place, others ? mask : stored);
}

uint64_t hagstone_owner_without(uint64_t owner, uint32_t mask) {
  const uint32_t left = hagstone_stored_bytes(owner) & ~mask;
  if (!left) {
    give_back(owner);
    return 0;
  }
  if (!hagstone_is_mixed(owner)) return owner & ~(uint64_t)mask;
  hagstone_place places[HAGSTONE_GRANULE_BYTES], any = 0;
  uint64_t others = 0;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    places[i] = left >> i & 1 ? hagstone_mixed_of(owner)->places[i] : 0;
    if (places[i] && !any) any = places[i];
    if (places[i]) others |= places[i] ^ any;
  }
  const uint64_t mixed = others ? owner_with_places(owner, places) : 0;
  if (mixed) return mixed;
  give_back(owner);
  return others ? 0 : hagstone_owner_of_place(any, left);
}
