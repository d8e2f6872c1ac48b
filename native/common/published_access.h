/* SPDX-License-Identifier: MIT
 *
 * Sampled accesses that threads show to each other, so that one can watch memory another has touched (WITCH 6.3,
 * Feather). Freestanding, lock-free, safe in signal handlers: a reader never waits, a publisher that finds its slot
 * busy goes without. */
#ifndef HAGSTONE_PUBLISHED_ACCESS_H
#define HAGSTONE_PUBLISHED_ACCESS_H

#include <stdint.h>

#include "random.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAGSTONE_PUBLICATION_SLOTS 16u

struct hagstone_published_access {
  uint64_t time;    /* of the sample, in the caller's unit; only compared */
  uint64_t address;
  uint32_t length;  /* bytes */
  uint32_t stores;  /* 1: a store, 0: a load */
  uint32_t thread;  /* that made the access */
  uint32_t writer;  /* whose context it is */
  uint32_t context;
  uint32_t processor; /* that the thread ran on */
};

enum { HAGSTONE_PUBLISHED_WORDS = sizeof(struct hagstone_published_access) / sizeof(uint64_t) };

/* A sequence lock on a cache line of its own: `sequence` is odd while words are being written, 0 before the first. */
struct hagstone_publication_slot {
  uint64_t sequence;
  uint64_t words[HAGSTONE_PUBLISHED_WORDS];
} __attribute__((aligned(64)));

/* One per process. All zero is empty. */
struct hagstone_publications {
  struct hagstone_publication_slot slots[HAGSTONE_PUBLICATION_SLOTS];
};

/* One per thread: the publications it has taken already. All zero: none. */
struct hagstone_publication_reader {
  uint64_t taken[HAGSTONE_PUBLICATION_SLOTS]; /* sequence of the slot */
};

/* Shows `access` in the slot of its thread (threads whose numbers are equal modulo the slots share one) instead of
 * the access shown there before. Returns 0 if another thread is writing there. */
int hagstone_publish(struct hagstone_publications *publications, const struct hagstone_published_access *access);

struct hagstone_publication_taker {
  uint32_t thread;
  uint32_t processor;
};

/* Takes one, at random with equal probability, of the accesses that are not of the taker's thread, not earlier than
 * `earliest` and not taken by this reader before: of another processor than the taker's if there is one, otherwise of the
 * same. Returns 0 if there is none. */
int hagstone_take_publication(const struct hagstone_publications *publications, struct hagstone_publication_reader *reader,
                              struct hagstone_publication_taker taker, uint64_t earliest, struct hagstone_random *random,
                              struct hagstone_published_access *access);

#ifdef __cplusplus
}
#endif

#endif
