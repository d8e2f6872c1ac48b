/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_counters.h"

#include "exhaustive/tables/growing_array.h"
#include "common/raw_format.h"
#include "store_pairs.h"
#include "stores_without_pair.h"

struct hagstone_earlier_store *hagstone_earlier_store_of(struct hagstone_store_history *history, hagstone_place place,
                                                         uint32_t scope) {
  for (uint32_t i = history->count; i-- > 0;)
    if (history->earlier[i].place == place && history->earlier[i].scope == scope) return &history->earlier[i];
  struct hagstone_earlier_store *earlier =
      hagstone_with_room(history->earlier, history->count, &history->capacity, sizeof *earlier);
  if (!earlier) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return 0;
  }
  history->earlier = earlier;
  struct hagstone_earlier_store *added = &history->earlier[history->count++];
  *added = (struct hagstone_earlier_store){place, scope, 0, 0, 0};
  return added;
}

void hagstone_count_dead_stores(hagstone_place trap, const struct hagstone_store_history *history) {
  for (uint32_t i = 0; i < history->count; i++) {
    const struct hagstone_earlier_store *earlier = &history->earlier[i];
    const struct hagstone_pair_key pair = {earlier->place, trap, earlier->scope, 0};
    if (earlier->unread) hagstone_add_store_pair(&pair, earlier->unread, 0);
    if (earlier->unread_interleaved)
      hagstone_add_interleaved_store_pair(HAGSTONE_TOOL_DEAD_STORES, &pair, earlier->unread_interleaved);
  }
}

void hagstone_count_silent_store(hagstone_place trap, const struct hagstone_store_history *history, int repeated) {
  for (uint32_t i = 0; i < history->count; i++) {
    const struct hagstone_earlier_store *earlier = &history->earlier[i];
    const struct hagstone_pair_key pair = {earlier->place, trap, earlier->scope, 0};
    if (repeated && history->interleaved)
      hagstone_add_interleaved_store_pair(HAGSTONE_TOOL_SILENT_STORES, &pair, earlier->bytes);
    else if (repeated)
      hagstone_add_store_pair(&pair, 0, earlier->bytes);
    else if (history->interleaved)
      hagstone_count_store_without_pair(earlier->place, HAGSTONE_STORE_INTERLEAVED, 0, earlier->bytes);
  }
}
