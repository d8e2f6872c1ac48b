/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "accessed_granules.h"

#include "common/raw_format.h"
#include "exhaustive/scope/clock.h"
#include "exhaustive/tables/pieces.h"
#include "granule_pages.h"

/* Two of all threads' accesses to a byte suffice: the latest one, and the latest one by any other thread. */
struct accessed_byte {
  uint64_t latest;
  uint64_t latest_by_others;
  uint32_t thread; /* of `latest`; 0: nobody's yet */
};

/* At `time`, later than all before. */
static void note_access(struct accessed_byte *byte, uint32_t thread, uint64_t time) {
  if (byte->thread != thread) {
    byte->latest_by_others = byte->latest;
    byte->thread = thread;
  }
  byte->latest = time;
}

/* Whether another thread than `thread` accessed the byte after `time`. */
static int accessed_by_others(const struct accessed_byte *byte, uint32_t thread, uint64_t time) {
  return (byte->thread == thread ? byte->latest_by_others : byte->latest) > time;
}

struct accessed_bytes {
  struct accessed_byte bytes[HAGSTONE_GRANULE];
};

struct accessed_granule {
  struct accessed_byte each; /* of its bytes */
  struct accessed_bytes *differing;   /* null: `each` holds */
};

static struct hagstone_granule_pages accessed = {.item_size = sizeof(struct accessed_granule)};
static struct hagstone_pieces pieces = {sizeof(struct accessed_bytes), 0, 0, 0};
_Static_assert(sizeof(struct accessed_bytes) % 16 == 0, "pieces are multiples of 16 bytes");

static int same(const struct accessed_byte *one, const struct accessed_byte *other) {
  return one->latest == other->latest && one->latest_by_others == other->latest_by_others && one->thread == other->thread;
}

static void join(struct accessed_granule *granule) {
  const struct accessed_byte *bytes = granule->differing->bytes;
  for (uint32_t i = 1; i < HAGSTONE_GRANULE; i++)
    if (!same(&bytes[0], &bytes[i])) return;
  granule->each = bytes[0];
  hagstone_give_back_piece(&pieces, granule->differing);
  granule->differing = 0;
}

static void access_differing(struct accessed_granule *granule, uint32_t mask, uint32_t thread) {
  if (!granule->differing) {
    granule->differing = hagstone_take_piece(&pieces);
    if (!granule->differing) return;
    for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) granule->differing->bytes[i] = granule->each;
  }
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++)
    if (mask >> i & 1) note_access(&granule->differing->bytes[i], thread, hagstone_clock);
  if (mask == HAGSTONE_WHOLE_GRANULE) join(granule);
}

void hagstone_expect_access(uint64_t address) {
  const void *granule = hagstone_granule_find(&accessed, address);
  if (granule) __builtin_prefetch(granule, 1);
}

void hagstone_note_accessing_thread(const struct hagstone_access *access) {
  const uint64_t last = access->address + access->bytes - 1;
  for (uint64_t at = hagstone_granule_start(access->address); at <= last; at += HAGSTONE_GRANULE) {
    const uint32_t mask = hagstone_granule_mask(at, access->address, last);
    struct accessed_granule *granule = hagstone_granule_at(&accessed, at);
    if (!granule)
      ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    else if (mask == HAGSTONE_WHOLE_GRANULE && !granule->differing)
      note_access(&granule->each, access->thread, hagstone_clock);
    else
      access_differing(granule, mask, access->thread);
  }
}

int hagstone_others_accessed(uint64_t address, uint32_t mask, uint32_t thread, uint64_t time) {
  const struct accessed_granule *granule = hagstone_granule_find(&accessed, address);
  if (!granule) return 0;
  if (!granule->differing) return accessed_by_others(&granule->each, thread, time);
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++)
    if (mask >> i & 1 && accessed_by_others(&granule->differing->bytes[i], thread, time)) return 1;
  return 0;
}
