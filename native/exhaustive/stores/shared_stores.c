/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared_stores.h"

#include "common/raw_format.h"

enum { BLOCK_BYTES = 64 * 1024 };

/* Pieces of one size out of larger blocks; those given back are used again. */
struct pool {
  uint64_t piece_bytes;
  void **unused; /* each begins with the address of the next */
  uint8_t *block;
  uint64_t left;
};
static struct pool granules = {sizeof(struct hagstone_shared_granule), 0, 0, 0};
static struct pool stores = {sizeof(struct hagstone_thread_stores), 0, 0, 0};

static void *take(struct pool *pool) {
  if (pool->unused) {
    void **piece = pool->unused;
    pool->unused = *piece;
    return piece;
  }
  if (pool->left < pool->piece_bytes) {
    pool->block = hagstone_memory(BLOCK_BYTES);
    pool->left = pool->block ? BLOCK_BYTES : 0;
    if (!pool->block) {
      ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
      return 0;
    }
  }
  void *piece = pool->block;
  pool->block += pool->piece_bytes;
  pool->left -= pool->piece_bytes;
  return piece;
}

static void give_back(struct pool *pool, void *piece) {
  *(void **)piece = pool->unused;
  pool->unused = piece;
}

struct hagstone_shared_granule *hagstone_new_shared_granule(void) {
  struct hagstone_shared_granule *granule = take(&granules);
  if (granule) granule->threads = 0;
  return granule;
}

void hagstone_give_back_shared_granule(struct hagstone_shared_granule *granule) {
  for (struct hagstone_thread_stores *each = granule->threads, *next; each; each = next) {
    next = each->next;
    give_back(&stores, each);
  }
  give_back(&granules, granule);
}

struct hagstone_thread_stores *hagstone_thread_stores_of(struct hagstone_shared_granule *granule, uint32_t thread) {
  for (struct hagstone_thread_stores *each = granule->threads; each; each = each->next)
    if (each->thread == thread) return each;
  struct hagstone_thread_stores *added = take(&stores);
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
