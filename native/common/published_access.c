/* SPDX-License-Identifier: MIT */
#include "published_access.h"

union published_words {
  struct hagstone_published_access access;
  uint64_t words[HAGSTONE_PUBLISHED_WORDS];
};

/* Fences as in Boehm, "Can Seqlocks Get Along With Programming Language Memory Models?" (MSPC 2012). */

int hagstone_publish(struct hagstone_publications *publications, const struct hagstone_published_access *access) {
  struct hagstone_publication_slot *slot = &publications->slots[access->thread % HAGSTONE_PUBLICATION_SLOTS];
  uint64_t sequence = __atomic_load_n(&slot->sequence, __ATOMIC_RELAXED);
  if (sequence & 1 ||
      !__atomic_compare_exchange_n(&slot->sequence, &sequence, sequence + 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return 0;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  union published_words published = {*access};
  for (uint32_t i = 0; i < HAGSTONE_PUBLISHED_WORDS; i++)
    __atomic_store_n(&slot->words[i], published.words[i], __ATOMIC_RELAXED);
  __atomic_store_n(&slot->sequence, sequence + 2, __ATOMIC_RELEASE);
  return 1;
}

/* The sequence under which `access` was read whole; 0: there is none, or it was being written. */
static uint64_t read_slot(const struct hagstone_publication_slot *slot, struct hagstone_published_access *access) {
  union published_words published;
  uint64_t sequence = __atomic_load_n(&slot->sequence, __ATOMIC_ACQUIRE);
  if (sequence & 1) return 0;
  for (uint32_t i = 0; i < HAGSTONE_PUBLISHED_WORDS; i++)
    published.words[i] = __atomic_load_n(&slot->words[i], __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (__atomic_load_n(&slot->sequence, __ATOMIC_RELAXED) != sequence) return 0;
  *access = published.access;
  return sequence;
}

int hagstone_take_publication(const struct hagstone_publications *publications, struct hagstone_publication_reader *reader,
                              struct hagstone_publication_taker taker, uint64_t earliest, struct hagstone_random *random,
                              struct hagstone_published_access *access) {
  uint32_t found = 0, found_elsewhere = 0, chosen = 0;
  uint64_t chosen_sequence = 0;
  for (uint32_t i = 0; i < HAGSTONE_PUBLICATION_SLOTS; i++) {
    struct hagstone_published_access candidate;
    uint64_t sequence = read_slot(&publications->slots[i], &candidate);
    if (!sequence || sequence == reader->taken[i] || candidate.thread == taker.thread || candidate.time < earliest)
      continue;
    const int elsewhere = candidate.processor != taker.processor;
    if (!elsewhere && found_elsewhere) continue;
    if (elsewhere && !found_elsewhere) found = 0;
    found_elsewhere |= (uint32_t)elsewhere;
    /* A reservoir of one: the i-th candidate takes the place with probability 1 / i. */
    if (hagstone_random_below(random, ++found) != 0) continue;
    *access = candidate;
    chosen = i;
    chosen_sequence = sequence;
  }
  if (found) reader->taken[chosen] = chosen_sequence;
  return found != 0;
}
