/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "numbered_places.h"

uint64_t *hagstone_expected_places;

void hagstone_expect_place_pairs(uint32_t first, uint32_t count) {
  for (uint64_t group = first >> HAGSTONE_PLACE_GROUP_BITS;
       group <= ((uint64_t)first + count - 1) >> HAGSTONE_PLACE_GROUP_BITS; group++)
    hagstone_expected_places[group / 64] |= 1ull << group % 64;
}
