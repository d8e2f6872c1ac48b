/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "last_stores.h"

#include "exhaustive/scope/clock.h"
#include "exhaustive/scope/scope.h"
#include "mixed_stores.h"
#include "shared_stores.h"
#include "store_chunks.h"
#include "exhaustive/stores/store_times.h"

enum { WHOLE_GRANULE = (1 << HAGSTONE_GRANULE_BYTES) - 1, WORTH_GIVING_BACK = 128 * 1024 };

int hagstone_last_stores_have_several_threads;

/* Earlier values of a store whose bytes other threads changed. */
static uint8_t *own_values;
static uint64_t own_values_bytes;

const char *hagstone_start_last_stores(void) {
  const char *problem = hagstone_reserve_shadow(HAGSTONE_SHADOW_STORES, 2 * HAGSTONE_PROGRAM_END);
  if (!problem) problem = hagstone_reserve_shadow(HAGSTONE_SHADOW_STORES_UNREAD, HAGSTONE_PROGRAM_END + 4096);
  if (!problem) problem = hagstone_start_store_times();
  return problem ? problem : hagstone_start_store_chunks();
}

void hagstone_last_stores_of_several_threads(void) { hagstone_last_stores_have_several_threads = 1; }

/* ---- Masks of the bytes of a granule. ---- */

static uint32_t bits_in(uint64_t mask) { return (uint32_t)(0x4332322132212110ull >> 4 * (mask & WHOLE_GRANULE) & 7); }

/* The part of [address, end) in the granule at `granule`. */
static uint32_t mask_of(uint64_t granule, uint64_t address, uint64_t end) {
  uint32_t mask = WHOLE_GRANULE;
  if (address > granule) mask &= (uint32_t)WHOLE_GRANULE << (address - granule);
  if (end < granule + HAGSTONE_GRANULE_BYTES) mask &= (uint32_t)WHOLE_GRANULE >> (granule + HAGSTONE_GRANULE_BYTES - end);
  return mask;
}

static uint64_t granule_of(uint64_t address) { return address & ~(uint64_t)(HAGSTONE_GRANULE_BYTES - 1); }

/* The multiplication gathers the lowest bits of the four bytes. */
static uint32_t unread_mask(uint64_t granule) {
  const uint32_t unread = *(const uint32_t *)hagstone_unread_at(granule);
  return (unread & 0x01010101u) * 0x01020408u >> 24 & WHOLE_GRANULE;
}

static void set_unread(uint64_t granule, uint32_t mask, uint8_t value) {
  uint8_t *unread = hagstone_unread_at(granule);
  if (mask == WHOLE_GRANULE)
    *(uint32_t *)unread = value * 0x01010101u;
  else
    for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
      if (mask >> i & 1) unread[i] = value;
}

static struct hagstone_shared_granule *shared_of(uint64_t owner) {
  return (struct hagstone_shared_granule *)(owner & ~HAGSTONE_OWNER_SHARED);
}

/* ---- Granules of one thread. ---- */

static void add_earlier(struct hagstone_store_history *history, hagstone_place place, uint32_t scope, uint32_t bytes,
                        uint32_t unread) {
  struct hagstone_earlier_store *earlier = hagstone_earlier_store_of(history, place, scope);
  if (!earlier) return;
  earlier->bytes += bytes;
  earlier->unread += unread;
}

/* The bytes of a store mostly have few times. */
static uint32_t scope_between(struct hagstone_store_history *history, hagstone_place watch, uint64_t time,
                              hagstone_place trap) {
  if (history->latest_watch != watch || history->latest_time != time) {
    history->latest_watch = watch;
    history->latest_time = time;
    history->latest_scope = hagstone_scope_between(watch, time, trap);
  }
  return history->latest_scope;
}

static void recall(uint64_t granule, uint64_t owner, uint32_t mask, hagstone_place trap,
                   struct hagstone_store_history *history) {
  const uint32_t stored = hagstone_stored_bytes(owner) & mask;
  history->first += bits_in(mask & ~stored);
  if (!stored) return;
  const uint32_t unread = unread_mask(granule) & stored;
  if (!hagstone_is_mixed(owner) && !hagstone_store_times_kept) {
    add_earlier(history, hagstone_owner_place(owner), 0, bits_in(stored), bits_in(unread));
    return;
  }
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    if (!(stored >> i & 1)) continue;
    const hagstone_place watch = hagstone_place_of_byte(owner, i);
    const uint32_t scope =
        hagstone_store_times_kept ? scope_between(history, watch, *hagstone_store_time_at(granule + i), trap) : 0;
    add_earlier(history, watch, scope, 1, unread >> i & 1);
  }
}

static void end_granule(uint64_t granule, uint64_t owner, uint32_t mask, hagstone_end_stores *end) {
  const uint32_t stored = hagstone_stored_bytes(owner) & mask, unread = unread_mask(granule) & stored;
  if (!hagstone_is_mixed(owner)) {
    end(hagstone_owner_place(owner), bits_in(stored), bits_in(unread));
    return;
  }
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
    if (stored >> i & 1) end(hagstone_place_of_byte(owner, i), 1, unread >> i & 1);
}

/* ---- Granules of several threads. ---- */

static uint32_t thread_of(uint64_t owner) {
  const uint32_t any = (uint32_t)__builtin_ctz(hagstone_stored_bytes(owner));
  return hagstone_thread_of(hagstone_place_context(hagstone_place_of_byte(owner, any)));
}

/* `value` of a byte before a store, or now where the store leaves it alone. */
static uint8_t value_before(uint64_t address, const struct hagstone_store *store) {
  const uint64_t offset = address - store->address;
  return store->before && offset < store->bytes ? store->before[offset] : *(const uint8_t *)address;
}

/* Moves the stores of a granule's only thread into a structure for several. Null: no memory. */
static struct hagstone_shared_granule *share(uint64_t granule, uint64_t owner, const struct hagstone_store *store) {
  struct hagstone_shared_granule *shared = hagstone_new_shared_granule();
  struct hagstone_thread_stores *stores = shared ? hagstone_thread_stores_of(shared, thread_of(owner)) : 0;
  if (!stores) return 0;
  stores->valid = (uint8_t)hagstone_stored_bytes(owner);
  stores->unread = (uint8_t)(unread_mask(granule) & stores->valid);
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    stores->places[i] = hagstone_place_of_byte(owner, i);
    if (stores->valid >> i & 1) stores->values[i] = value_before(granule + i, store);
    if (hagstone_store_times_kept) stores->times[i] = *hagstone_store_time_at(granule + i);
  }
  hagstone_owner_without(owner, WHOLE_GRANULE);
  *hagstone_owner_at(granule) = HAGSTONE_OWNER_SHARED | (uint64_t)shared;
  return shared;
}

/* The granule as one of several threads if it is, or must become, one; null otherwise. */
static struct hagstone_shared_granule *shared_for(uint64_t granule, uint64_t owner, uint32_t thread,
                                                  const struct hagstone_store *store) {
  if (owner & HAGSTONE_OWNER_SHARED) return shared_of(owner);
  return owner && thread_of(owner) != thread ? share(granule, owner, store) : 0;
}

static uint8_t *own_values_of(const struct hagstone_store *store, struct hagstone_store_history *history) {
  if (history->values == own_values && own_values) return own_values;
  if (own_values_bytes < store->bytes) {
    if (own_values) hagstone_give_back(own_values, own_values_bytes);
    own_values_bytes = store->bytes;
    own_values = hagstone_memory(own_values_bytes);
  }
  for (uint64_t i = 0; own_values && i < store->bytes; i++) own_values[i] = store->before[i];
  return own_values;
}

static void exchange_shared(struct hagstone_shared_granule *shared, uint64_t granule, uint32_t mask,
                            const struct hagstone_store *store, struct hagstone_store_history *history) {
  hagstone_interleave(shared, store->thread, mask);
  struct hagstone_thread_stores *own = hagstone_thread_stores_of(shared, store->thread);
  if (!own) return;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++) {
    const uint32_t bit = mask & 1u << i;
    if (!bit) continue;
    const int is_known = (own->valid & bit) != 0;
    const uint32_t scope =
        is_known && hagstone_store_times_kept ? scope_between(history, own->places[i], own->times[i], store->place) : 0;
    struct hagstone_earlier_store *earlier = is_known ? hagstone_earlier_store_of(history, own->places[i], scope) : 0;
    if (!is_known) history->first++;
    if (earlier) {
      earlier->bytes++;
      if (own->unread & own->interleaved & bit) earlier->unread_interleaved++;
      if (own->unread & ~own->interleaved & bit) earlier->unread++;
      if (own->interleaved & bit) history->interleaved = 1;
      if (history->values) {
        uint8_t *values = own_values_of(store, history);
        history->values = values;
        if (values) values[granule + i - store->address] = own->values[i];
      }
    }
    own->places[i] = store->place;
    own->values[i] = *(const uint8_t *)(granule + i);
    own->times[i] = hagstone_clock;
  }
  own->valid |= (uint8_t)mask;
  own->unread |= (uint8_t)mask;
  own->interleaved &= (uint8_t)~mask;
}

static void read_shared(struct hagstone_shared_granule *shared, uint32_t mask, uint32_t thread,
                        void (*interleaved)(hagstone_place place, uint64_t bytes)) {
  hagstone_interleave(shared, thread, mask);
  struct hagstone_thread_stores *own = shared->threads;
  while (own && own->thread != thread) own = own->next;
  if (!own) return;
  for (uint32_t i = 0; i < HAGSTONE_GRANULE_BYTES; i++)
    if (own->unread & own->interleaved & mask & 1u << i) interleaved(own->places[i], 1);
  own->unread &= (uint8_t)~mask;
}

/* ---- Accesses. ---- */

int hagstone_exchange_no_stores(uint64_t address, uint32_t bytes, hagstone_place place) {
  const uint32_t part = bytes < HAGSTONE_GRANULE_BYTES ? bytes : HAGSTONE_GRANULE_BYTES;
  if (address % part || hagstone_last_stores_have_several_threads) return 0;
  const uint64_t end = address + bytes, granule = granule_of(address);
  const uint32_t mask = mask_of(granule, address, end);
  uint64_t *owners = hagstone_owner_at(granule);
  const uint64_t others = owners[0] & HAGSTONE_OWNER_VALID;
  if (owners[0] && (others & mask || owners[0] != hagstone_owner_of_place(place, others))) return 0;
  for (uint32_t i = 1; i < bytes / HAGSTONE_GRANULE_BYTES; i++)
    if (owners[i]) return 0;
  hagstone_mark_chunk(granule);
  hagstone_mark_chunk(end - 1);
  owners[0] = hagstone_owner_of_place(place, others | mask);
  for (uint32_t i = 1; i < bytes / HAGSTONE_GRANULE_BYTES; i++)
    owners[i] = hagstone_owner_of_place(place, HAGSTONE_OWNER_VALID);
  uint8_t *unread = hagstone_unread_at(address);
  for (uint32_t i = 0; i < bytes; i += part) __builtin_memcpy(unread + i, &(const uint32_t){0x01010101u}, part);
  return 1;
}

int hagstone_exchange_last_part(uint64_t address, uint32_t bytes, hagstone_place place,
                                struct hagstone_uniform_stores *before) {
  uint64_t *owner = hagstone_owner_at(address);
  if (address % bytes || hagstone_last_stores_have_several_threads || *owner & HAGSTONE_OWNER_SHARED) return 0;
  const uint32_t index = address % HAGSTONE_GRANULE_BYTES, mask = ((1u << bytes) - 1) << index;
  if (hagstone_is_mixed(*owner)) {
    const hagstone_place *places = hagstone_mixed_of(*owner)->places;
    before->place = places[index] == places[index + bytes - 1] ? places[index] : 0;
  } else {
    before->place = (*owner & mask) == mask ? hagstone_owner_place(*owner) : 0;
  }
  if (!before->place) return 0;
  if (before->place != place) *owner = hagstone_owner_after_store(*owner, mask, place);
  uint8_t *unread = hagstone_unread_at(address);
  before->unread = 0;
  for (uint32_t i = 0; i < bytes; i++) {
    before->unread += unread[i];
    unread[i] = 1;
  }
  return 1;
}

void hagstone_exchange_last_stores(const struct hagstone_store *store, struct hagstone_store_history *history) {
  history->values = store->before;
  const uint64_t end = store->address + store->bytes;
  for (uint64_t granule = granule_of(store->address); granule < end; granule += HAGSTONE_GRANULE_BYTES) {
    const uint32_t mask = mask_of(granule, store->address, end);
    uint64_t *owner = hagstone_owner_at(granule);
    if (hagstone_last_stores_have_several_threads) {
      struct hagstone_shared_granule *shared = shared_for(granule, *owner, store->thread, store);
      if (shared) {
        exchange_shared(shared, granule, mask, store, history);
        continue;
      }
    }
    if (*owner == 0) hagstone_mark_chunk(granule);
    recall(granule, *owner, mask, store->place, history);
    *owner = hagstone_owner_after_store(*owner, mask, store->place);
    set_unread(granule, mask, 1);
  }
  hagstone_set_store_times(store->address, store->bytes);
}

void hagstone_read_last_stores(uint64_t address, uint64_t bytes, uint32_t thread,
                               void (*interleaved)(hagstone_place place, uint64_t bytes)) {
  const uint64_t end = address + bytes;
  if (!hagstone_last_stores_have_several_threads) {
    uint8_t *unread = hagstone_unread_at(address);
    for (uint64_t i = 0; i < bytes; i++) unread[i] = 0;
    return;
  }
  const struct hagstone_store nothing = {0, 0, 0, 0, 0};
  for (uint64_t granule = granule_of(address); granule < end; granule += HAGSTONE_GRANULE_BYTES) {
    const uint32_t mask = mask_of(granule, address, end);
    const uint64_t owner = *hagstone_owner_at(granule);
    if (!(owner & HAGSTONE_OWNER_SHARED) && !(hagstone_stored_bytes(owner) & mask)) continue;
    struct hagstone_shared_granule *shared = shared_for(granule, owner, thread, &nothing);
    if (shared)
      read_shared(shared, mask, thread, interleaved);
    else
      set_unread(granule, mask, 0);
  }
}

/* ---- The end. ---- */

struct ending {
  uint64_t address;
  uint64_t end;
  hagstone_end_stores *count;
  int forget;
};

static void end_chunk(uint64_t chunk, void *argument) {
  const struct ending *ending = argument;
  const uint64_t first = chunk > ending->address ? chunk : granule_of(ending->address);
  const uint64_t end = chunk + HAGSTONE_CHUNK_BYTES < ending->end ? chunk + HAGSTONE_CHUNK_BYTES : ending->end;
  for (uint64_t granule = first; granule < end; granule += HAGSTONE_GRANULE_BYTES) {
    uint64_t *owner = hagstone_owner_at(granule);
    if (*owner == 0) continue;
    const uint32_t mask = mask_of(granule, ending->address, ending->end);
    if (*owner & HAGSTONE_OWNER_SHARED) {
      if (hagstone_end_shared_stores(shared_of(*owner), mask, ending->count, ending->forget) == 0 && ending->forget) {
        hagstone_give_back_shared_granule(shared_of(*owner));
        *owner = 0;
      }
      continue;
    }
    end_granule(granule, *owner, mask, ending->count);
    if (!ending->forget) continue;
    *owner = hagstone_owner_without(*owner, mask);
    set_unread(granule, mask, 0);
  }
}

/* Frees the shadows of granules that lie entirely in the range and have no owner any more. */
static void give_back_shadows(uint64_t address, uint64_t bytes) {
  const uint64_t first = granule_of(address + HAGSTONE_GRANULE_BYTES - 1), end = granule_of(address + bytes);
  if (first >= end || end > HAGSTONE_PROGRAM_END) return;
  hagstone_clear_shadow((uint64_t)hagstone_owner_at(first), 2 * (end - first));
  hagstone_clear_shadow((uint64_t)hagstone_unread_at(first), end - first);
  if (hagstone_store_times_kept) hagstone_clear_shadow((uint64_t)hagstone_store_time_at(first), 8 * (end - first));
}

void hagstone_end_last_stores(uint64_t address, uint64_t bytes, hagstone_end_stores *end) {
  struct ending ending = {address, address + bytes, end, 1};
  hagstone_visit_chunks_of(address, bytes, end_chunk, &ending);
  if (bytes >= WORTH_GIVING_BACK) give_back_shadows(address, bytes);
}

void hagstone_end_all_last_stores(hagstone_end_stores *end) {
  struct ending ending = {0, HAGSTONE_PROGRAM_END, end, 1};
  hagstone_visit_chunks(end_chunk, &ending);
  hagstone_forget_chunks();
}

void hagstone_visit_all_last_stores(hagstone_end_stores *end) {
  struct ending ending = {0, HAGSTONE_PROGRAM_END, end, 0};
  hagstone_visit_chunks(end_chunk, &ending);
}
