/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From two places in the program to the counters in the recording that represent them: exact pairs, and accesses that
 * ended in no pair (metrics.md section 1). All measurements look their counters up here. */
#ifndef HAGSTONE_PAIRS_H
#define HAGSTONE_PAIRS_H

#include <stdint.h>

#include "common/raw_format.h"
#include "exhaustive/measurement.h"
#include "pair_index.h"
#include "exhaustive/tables/place_table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Place of an access in one number of 56 bits: calling context above, site below. 0: nowhere. */
typedef uint64_t hagstone_place;
#define HAGSTONE_PLACE_BITS (HAGSTONE_CALLING_CONTEXT_BITS + HAGSTONE_SITE_BITS)

static inline hagstone_place hagstone_place_of(hagstone_calling_context context, uint32_t site) {
  return (uint64_t)context << HAGSTONE_SITE_BITS | site;
}
static inline hagstone_calling_context hagstone_place_context(hagstone_place place) {
  return (hagstone_calling_context)(place >> HAGSTONE_SITE_BITS);
}
static inline uint32_t hagstone_place_site(hagstone_place place) {
  return (uint32_t)(place & ((1u << HAGSTONE_SITE_BITS) - 1));
}

/* For tables of pairs: of all its bits the upper ones are the best mixed. `scope`: 0 where pairs have none. */
static inline uint64_t hagstone_hash_pair(hagstone_place watch, hagstone_place trap, uint32_t scope) {
  uint64_t hash = watch * 0x9e3779b97f4a7c15ull;
  hash = (hash ^ hash >> 32 ^ trap) * 0xbf58476d1ce4e5b9ull;
  return (hash ^ hash >> 32 ^ scope) * 0x94d049bb133111ebull;
}

/* The slot of a table of `capacity` at which a hash is looked for first. Greater hashes have greater slots. */
static inline uint64_t hagstone_first_slot(uint64_t hash, uint64_t capacity) {
  return (uint64_t)((unsigned __int128)hash * capacity >> 64);
}

/* Prefetches the data that hagstone_leaf reads for the place. */
static inline void hagstone_expect_leaf_of(hagstone_place place) {
  hagstone_expect_leaf(hagstone_place_context(place), hagstone_place_site(place));
}

/* The common data of one tool's and relation's pairs. */
struct hagstone_pair_kind {
  uint32_t tool;         /* enum hagstone_tool */
  uint32_t relation;     /* enum hagstone_relation */
  uint32_t approximates; /* pairs whose later access takes floating-point elements are APPROXIMATE */
};

/* Exact pairs of one tool and relation. Starts as all zeros but for the first three members. */
struct hagstone_pair_table {
  uint32_t tool;                /* enum hagstone_tool */
  uint32_t relation;            /* enum hagstone_relation */
  uint32_t approximates;        /* pairs whose later access takes floating-point elements are APPROXIMATE */
  struct hagstone_pair_index plain;   /* without scope and object */
  struct hagstone_place_table places; /* the others */
};

struct hagstone_pair_key {
  hagstone_place watch; /* the earlier access */
  hagstone_place trap;  /* the later access */
  uint32_t scope;       /* id of a scope record where the scope is part of a pair's identity; 0 otherwise */
  uint32_t object;      /* id of an object record; 0: none */
};

/* The pair of this key, null if there is none yet. */
struct hagstone_exact_pair *hagstone_find_pair(const struct hagstone_pair_table *table,
                                               const struct hagstone_pair_key *key);

/* A new pair, for a key that hagstone_find_pair does not find; `scope` goes into its record (metrics.md section 5).
 * Null: no room, counted as dropped_pairs_full. */
struct hagstone_exact_pair *hagstone_add_pair(struct hagstone_pair_table *table, const struct hagstone_pair_key *key,
                                              uint32_t scope);

/* The same for callers that look their pairs up themselves. */
struct hagstone_exact_pair *hagstone_record_pair(const struct hagstone_pair_kind *kind, const struct hagstone_pair_key *key,
                                                 uint32_t scope);

/* The pair without scope or object, new if need be. Null as above. */
struct hagstone_exact_pair *hagstone_pair(struct hagstone_pair_table *table, hagstone_place watch, hagstone_place trap);

/* In the child of a fork: the pairs are gone with the parent's recording. */
void hagstone_forget_pairs(struct hagstone_pair_table *table);

/* In all pairs of each tool together, bytes. */
extern uint64_t hagstone_bytes_in_pairs[HAGSTONE_TOOL_VALUES + 1];

/* More instances of a pair. Registers, of which there are no time lines, count by themselves. */
static inline void hagstone_count_in_pair(struct hagstone_exact_pair *pair, uint64_t instances, uint64_t bytes) {
  pair->instances += instances;
  pair->bytes += bytes;
  hagstone_bytes_in_pairs[pair->tool] += bytes;
}

/* Bytes of one tool that ended in no pair and in no use. Starts as all zeros but for `tool`. */
struct hagstone_without_pair_table {
  uint32_t tool;
  struct hagstone_place_table places;
};

/* Prefetches the data that hagstone_without_pair_of reads. */
void hagstone_expect_without_pair(const struct hagstone_without_pair_table *table, hagstone_place place);

/* The counters of the place, new if need be. Null: no room, counted as dropped_pairs_full. */
struct hagstone_without_pair *hagstone_without_pair_of(struct hagstone_without_pair_table *table, hagstone_place place);

#ifdef __cplusplus
}
#endif

#endif
