/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared_stores.h"

#include "exhaustive/tables/pieces.h"

/* Multiples of 16. */
static struct hagstone_pieces granules = {(sizeof(struct hagstone_shared_granule) + 15) / 16 * 16, 0, 0, 0};
static struct hagstone_pieces stores = {(sizeof(struct hagstone_thread_stores) + 15) / 16 * 16, 0, 0, 0};

struct hagstone_shared_granule *hagstone_new_shared_granule(void) {
  struct hagstone_shared_granule *granule = hagstone_take_piece(&granules);
  if (granule) granule->threads = 0;
  return granule;
}

void hagstone_give_back_shared_granule(struct hagstone_shared_granule *granule) {
  for (struct hagstone_thread_stores *each = granule->threads, *next; each; each = next) {
    next = each->next;
    hagstone_give_back_piece(&stores, each);
  }
  hagstone_give_back_piece(&granules, granule);
}

struct hagstone_thread_stores *hagstone_thread_stores_of(struct hagstone_shared_granule *granule, uint32_t thread) {
  for (struct hagstone_thread_stores *each = granule->threads; each; each = each->next)
    if (each->thread == thread) return each;
  struct hagstone_thread_stores *added = hagstone_take_piece(&stores);
  if (!added) return 0;
  *added = (struct hagstone_thread_stores){granule->threads, thread, 0, 0, 0, {0}, {0}, {0}};
  granule->threads = added;
  return added;
}

void hagstone_interleave(struct hagstone_shared_granule *granule, uint32_t thread, uint32_t mask) {
  for (struct hagstone_thread_stores *each = granule->threads; each; each = each->next)
    if (each->thread != thread) each->interleaved |= (uint8_t)(each->valid & mask);
}

uint32_t hagstone_end_shared_stores(struct hagstone_shared_granule *granule, uint32_t mask, hagstone_end_stores *end,
                                    int forget) {
  uint32_t left = 0;
  for (struct hagstone_thread_stores *each = granule->threads; each; each = each->next) {
    for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
      if (each->valid & mask & 1u << i) end(each->places[i], 1, each->unread >> i & 1);
    if (forget) each->valid &= (uint8_t)~mask;
    each->unread &= each->valid;
    each->interleaved &= each->valid;
    left |= each->valid;
  }
  return left;
}
