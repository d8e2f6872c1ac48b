/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "site_repeats.h"

#include "exhaustive/tables/growing_array.h"
#include "store_pairs.h"

/* Sites that had a pair at some time, in order of their first. */
static uint32_t *sites;
static uint32_t site_count, site_capacity;

const char *hagstone_start_site_repeats(void) {
  return hagstone_reserve_shadow(HAGSTONE_SHADOW_STORE_REPEATS, sizeof(struct hagstone_site_repeats) << HAGSTONE_SITE_BITS);
}

static void pass_on(struct hagstone_site_repeats *repeats) {
  if (!repeats->instances) return;
  const struct hagstone_pair_key key = {hagstone_owner_place(repeats->earlier), hagstone_owner_place(repeats->later), 0, 0};
  hagstone_add_silent_store_pairs(&key, repeats->instances, repeats->instances * repeats->bytes);
  repeats->instances = 0;
}

static int remember(uint32_t site) {
  uint32_t *with_room = hagstone_with_room(sites, site_count, &site_capacity, sizeof *sites);
  if (!with_room) return 0;
  sites = with_room;
  sites[site_count++] = site;
  return 1;
}

void hagstone_expect_repeats(hagstone_place earlier, hagstone_place place, uint64_t bytes) {
  const uint32_t site = hagstone_place_site(place);
  struct hagstone_site_repeats *repeats = hagstone_repeats_at(site);
  if (!repeats->earlier && !remember(site)) return;
  pass_on(repeats);
  *repeats = (struct hagstone_site_repeats){hagstone_owner_of_place(earlier, HAGSTONE_OWNER_VALID),
                                            hagstone_owner_of_place(place, HAGSTONE_OWNER_VALID), 0, bytes};
}

void hagstone_write_site_repeats(void) {
  for (uint32_t i = 0; i < site_count; i++) pass_on(hagstone_repeats_at(sites[i]));
}

void hagstone_forget_site_repeats(void) {
  for (uint32_t i = 0; i < site_count; i++) *hagstone_repeats_at(sites[i]) = (struct hagstone_site_repeats){0, 0, 0, 0};
  site_count = 0;
}
