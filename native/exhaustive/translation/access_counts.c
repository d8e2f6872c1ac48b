/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_counts.h"

#include "common/raw_format.h"
#include "exhaustive/engine_state.h"
#include "exhaustive/tables/hash_table.h"

static struct hagstone_hash_table counts; /* context, site: struct hagstone_access_count */

void hagstone_count_access_in(hagstone_calling_context context, const struct hagstone_site *site, uint64_t bytes) {
  uint64_t *known = hagstone_hash_add(&counts, context, site->id);
  if (!known) return;
  if (!*known) {
    const struct hagstone_access_count fresh = {.context = hagstone_leaf(context, site), .kind = site->kind};
    if (!fresh.context) return;
    *known = (uint64_t)hagstone_new_counter(HAGSTONE_RECORD_ACCESS_COUNT, &fresh, sizeof fresh);
    if (!*known) return;
  }
  struct hagstone_access_count *count = (struct hagstone_access_count *)*known;
  count->instances++;
  count->bytes += bytes;
}

void hagstone_count_access(const struct hagstone_site *site, uint64_t bytes) {
  hagstone_count_access_in((hagstone_calling_context)hagstone_engine.context, site, bytes);
}

void hagstone_sum_up_access_counts(struct hagstone_block_sums *sums) {
  uint64_t kernel_load_bytes = 0, kernel_store_bytes = 0;
  const struct hagstone_hash_entry *entry;
  for (uint64_t i = 0; (entry = hagstone_hash_next(&counts, &i));) {
    const struct hagstone_site *site = hagstone_site_of((uint32_t)entry->key[1]);
    const struct hagstone_access_count *count = (const struct hagstone_access_count *)entry->value;
    const int load = site->kind == HAGSTONE_LOAD;
    if (site->module == HAGSTONE_MODULE_SYSTEM_CALL) {
      *(load ? &kernel_load_bytes : &kernel_store_bytes) += count->bytes;
    } else {
      *(load ? &sums->loads : &sums->stores) += count->instances;
      *(load ? &sums->load_bytes : &sums->store_bytes) += count->bytes;
    }
  }
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_load_bytes) = kernel_load_bytes;
  *hagstone_statistic(HAGSTONE_STATISTIC_kernel_store_bytes) = kernel_store_bytes;
}

void hagstone_forget_access_counts(void) { hagstone_hash_clear(&counts); }
