/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stores.h"

#include "exhaustive/tables/double_repeats.h"
#include "../loads/repeated_value.h"
#include "../options.h"
#include "../scope/scope.h"
#include "common/compare.h"
#include "common/raw_format.h"
#include "exhaustive/stores/memory/last_stores.h"
#include "site_repeats.h"
#include "store_counters.h"
#include "store_pairs.h"
#include "store_times.h"
#include "stores_without_pair.h"

static int measures_dead, measures_silent;
static int alone; /* no other tool writes into the recording */
static int windowed;
static uint32_t tolerance; /* billionths */
static double relative_tolerance;

int hagstone_stores_measure_dead(void) { return measures_dead; }
int hagstone_stores_measure_silent(void) { return measures_silent; }

static const char *start(void) {
  measures_dead = hagstone_tool_wanted(HAGSTONE_TOOL_DEAD_STORES);
  measures_silent = hagstone_tool_wanted(HAGSTONE_TOOL_SILENT_STORES);
  alone = !(hagstone_options.tools & ~(hagstone_stores.tools));
  tolerance = hagstone_tolerance();
  relative_tolerance = tolerance * 1e-9;
  const char *problem = hagstone_start_site_repeats();
  return problem ? problem : hagstone_start_last_stores();
}

/* ---- Stores. ---- */

static inline uint64_t word_of(const void *value, uint64_t bytes) {
  uint64_t word = 0;
  switch (bytes) {
    case 1: __builtin_memcpy(&word, value, 1); break;
    case 2: __builtin_memcpy(&word, value, 2); break;
    case 4: __builtin_memcpy(&word, value, 4); break;
    default: __builtin_memcpy(&word, value, 8); break;
  }
  return word;
}

static inline int is_repeated(hagstone_place place, const void *earlier, const void *later, uint64_t bytes) {
  const int is_word = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  if (is_word && word_of(earlier, bytes) == word_of(later, bytes)) return 1;
  const uint32_t element = hagstone_site_of(hagstone_place_site(place))->element;
  if (is_word && element == HAGSTONE_ELEMENT_BYTES) return 0;
  if (element == HAGSTONE_ELEMENT_F64 && bytes == 8)
    return hagstone_double_repeats(earlier, later, relative_tolerance, tolerance);
  return hagstone_value_repeats(element, earlier, later, bytes, tolerance);
}

/* Bytes of the measured tools. */
static void count_without_pair(hagstone_place place, enum hagstone_store_fate fate, uint64_t dead, uint64_t silent) {
  hagstone_count_store_without_pair(place, fate, measures_dead ? dead : 0, measures_silent ? silent : 0);
}

static void stored(const struct hagstone_store *store) {
  static struct hagstone_store_history history;
  history.count = 0;
  history.first = 0;
  history.latest_watch = 0;
  history.interleaved = 0;
  hagstone_exchange_last_stores(store, &history);
  if (measures_dead) hagstone_count_dead_stores(store->place, &history);
  if (measures_silent) {
    const int repeated = !history.first && history.values &&
                         is_repeated(store->place, history.values, (const void *)store->address, store->bytes);
    hagstone_count_silent_store(store->place, &history, repeated);
  }
  count_without_pair(store->place, HAGSTONE_STORE_FIRST, history.first, history.first);
}

/* Only asked for where there are several; one context in many is in the processor's caches. */
static uint32_t thread_at(hagstone_place place) {
  return hagstone_last_stores_have_several_threads ? hagstone_thread_of(hagstone_place_context(place)) : 0;
}

/* `repeats_expected`: translated code itself counts the next instances of a silent pair. */
static inline __attribute__((always_inline)) void stored_over(uint64_t address, uint32_t bytes, uint64_t owner,
                                                              const void *before, int repeats_expected) {
  const hagstone_place place = hagstone_owner_place(owner);
  struct hagstone_uniform_stores earlier;
  if (!hagstone_store_times_kept &&
      (bytes < HAGSTONE_GRANULE_BYTES ? hagstone_exchange_last_part(address, bytes, place, &earlier)
                                      : hagstone_exchange_uniform_stores(address, bytes, place, &earlier))) {
    const int repeated = measures_silent && is_repeated(place, before, (const void *)address, bytes);
    const uint32_t dead_bytes = measures_dead ? earlier.unread : 0;
    const struct hagstone_pair_key pair = {earlier.place, place, 0, 0};
    if (dead_bytes || repeated) hagstone_add_store_pair(&pair, dead_bytes, repeated ? bytes : 0);
    if (repeated && repeats_expected) hagstone_expect_repeats(earlier.place, place, bytes);
    return;
  }
  if (!hagstone_store_times_kept && hagstone_exchange_no_stores(address, bytes, place)) {
    count_without_pair(place, HAGSTONE_STORE_FIRST, bytes, bytes);
    return;
  }
  const struct hagstone_store store = {address, bytes, place, thread_at(place), before};
  stored(&store);
}

void hagstone_stored_1(uint64_t address, uint64_t owner, uint64_t before) { stored_over(address, 1, owner, &before, 0); }
void hagstone_stored_2(uint64_t address, uint64_t owner, uint64_t before) { stored_over(address, 2, owner, &before, 0); }
void hagstone_stored_4(uint64_t address, uint64_t owner, uint64_t before) { stored_over(address, 4, owner, &before, 0); }
void hagstone_stored_8(uint64_t address, uint64_t owner, uint64_t before) { stored_over(address, 8, owner, &before, 0); }
void hagstone_stored_number_4(uint64_t address, uint64_t owner, uint64_t before) {
  stored_over(address, 4, owner, &before, 1);
}
void hagstone_stored_number_8(uint64_t address, uint64_t owner, uint64_t before) {
  stored_over(address, 8, owner, &before, 1);
}
void hagstone_stored_16(uint64_t address, uint64_t owner, uint64_t before_low, uint64_t before_high) {
  const uint64_t before[] = {before_low, before_high};
  stored_over(address, sizeof before, owner, before, 0);
}
void hagstone_stored_32(uint64_t address, uint64_t owner, uint64_t before_0, uint64_t before_1, uint64_t before_2,
                        uint64_t before_3) {
  const uint64_t before[] = {before_0, before_1, before_2, before_3};
  stored_over(address, sizeof before, owner, before, 0);
}

/* The longest is the processor's saved state. */
static uint8_t kept[16 * 1024];

void hagstone_will_store(uint64_t address, uint64_t bytes) {
  if (bytes <= sizeof kept) __builtin_memcpy(kept, (const void *)address, bytes);
}

void hagstone_stored(uint64_t address, uint64_t owner, uint64_t bytes) {
  const hagstone_place place = hagstone_owner_place(owner);
  const struct hagstone_store store = {address, bytes, place, thread_at(place), bytes <= sizeof kept ? kept : 0};
  stored(&store);
}

/* ---- Loads. ---- */

static void used_interleaved(hagstone_place place, uint64_t bytes) {
  count_without_pair(place, HAGSTONE_STORE_INTERLEAVED, bytes, 0);
}

static void loaded(uint64_t address, uint64_t bytes, uint32_t thread) {
  hagstone_read_last_stores(address, bytes, thread, used_interleaved);
}

void hagstone_loaded(uint64_t address, hagstone_calling_context context, uint64_t bytes) {
  loaded(address, bytes, hagstone_thread_of(context));
}

/* ---- Events. ---- */

static void access(const struct hagstone_access *access) {
  if (access->site->kind == HAGSTONE_LOAD) {
    loaded(access->address, access->bytes, access->thread);
    return;
  }
  const struct hagstone_store store = {access->address, access->bytes, hagstone_place_of(access->context, access->site->id),
                                       access->thread, access->before};
  stored(&store);
}

static void count_unfinished(hagstone_place place, uint64_t bytes, uint64_t unread) {
  count_without_pair(place, HAGSTONE_STORE_UNFINISHED, unread, bytes);
}

static void count_freed(hagstone_place place, uint64_t bytes, uint64_t unread) {
  count_without_pair(place, HAGSTONE_STORE_FREED, unread, bytes);
}

static void memory_ends(uint64_t address, uint64_t bytes, enum hagstone_memory_end how) {
  (void)how;
  hagstone_end_last_stores(address, bytes, count_freed);
}

static void memory_moves(uint64_t from, uint64_t to, uint64_t bytes) {
  hagstone_end_last_stores(from, bytes, count_freed);
  hagstone_end_last_stores(to, bytes, count_freed);
}

static void window_ends(void) {
  if (!windowed) hagstone_forget_unfinished_stores(); /* of an exec that failed */
  windowed = 1;
  hagstone_end_all_last_stores(count_unfinished);
}

static void refresh(void) {
  hagstone_write_site_repeats();
  /* Each page that leaves memory costs a fault. */
  enum { MOST_BYTES_KEPT = 1 << 26 };
  hagstone_write_store_pairs();
  hagstone_write_stores_without_pair();
  if (alone && hagstone_recorded_bytes() > MOST_BYTES_KEPT) hagstone_release_recording();
}

/* Only the last window is not counted yet. */
static void finish(void) {
  if (windowed) {
    hagstone_end_all_last_stores(count_unfinished);
  } else {
    hagstone_forget_unfinished_stores();
    hagstone_visit_all_last_stores(count_unfinished);
  }
  refresh();
}

static void uncounted(hagstone_place place, uint64_t bytes, uint64_t unread) {
  (void)place;
  (void)bytes;
  (void)unread;
}

static void after_fork(void) {
  windowed = 0;
  hagstone_end_all_last_stores(uncounted);
  hagstone_forget_site_repeats();
  hagstone_forget_store_pairs();
  hagstone_forget_stores_without_pair();
  hagstone_forget_scopes();
}

const struct hagstone_measurement hagstone_stores = {
    .name = "stores",
    .tool = HAGSTONE_TOOL_DEAD_STORES,
    .tools = 1ull << HAGSTONE_TOOL_DEAD_STORES | 1ull << HAGSTONE_TOOL_SILENT_STORES,
    .start = start,
    .access = access,
    .kernel_access = access,
    .memory_ends = memory_ends,
    .memory_moves = memory_moves,
    .several_threads = hagstone_last_stores_of_several_threads,
    .window_ends = window_ends,
    .refresh = refresh,
    .finish = finish,
    .after_fork = after_fork,
    .needs_before = 1,
    .code = &hagstone_stores_code,
};
