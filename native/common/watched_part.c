/* SPDX-License-Identifier: MIT */
#include "watched_part.h"

enum { word_bytes = 8, words_in_line = HAGSTONE_LINE_BYTES / word_bytes };

struct hagstone_watched_part hagstone_choose_watched_part(uint64_t address, uint32_t length,
                                                          struct hagstone_random *random) {
  const uint64_t byte = address + hagstone_random_below(random, length);
  for (uint32_t part = word_bytes; part > 1; part /= 2) {
    const uint64_t start = byte & ~(uint64_t)(part - 1);
    if (start >= address && start + part <= address + length) return (struct hagstone_watched_part){start, part};
  }
  return (struct hagstone_watched_part){byte, 1};
}

struct hagstone_watched_part hagstone_choose_word(uint64_t address, uint32_t length, struct hagstone_random *random) {
  const uint64_t byte = address + hagstone_random_below(random, length);
  return (struct hagstone_watched_part){byte & ~(uint64_t)(word_bytes - 1), word_bytes};
}

struct hagstone_watched_part hagstone_choose_other_word(struct hagstone_watched_part word, struct hagstone_random *random) {
  const uint64_t line = word.address & ~(uint64_t)(HAGSTONE_LINE_BYTES - 1);
  const uint64_t own = (word.address - line) / word_bytes;
  const uint64_t other = (own + 1 + hagstone_random_below(random, words_in_line - 1)) % words_in_line;
  return (struct hagstone_watched_part){line + other * word_bytes, word_bytes};
}

int hagstone_reuse_waits_for_other_part(uint32_t granularity, struct hagstone_random *random) {
  return granularity == HAGSTONE_LINE_BYTES && hagstone_random_below(random, 2) == 0;
}

struct hagstone_watched_part hagstone_choose_reused_part(uint32_t granularity, int other, uint64_t address, uint32_t length,
                                                         struct hagstone_random *random) {
  if (granularity == 1 && !other) return (struct hagstone_watched_part){address + hagstone_random_below(random, length), 1};
  const struct hagstone_watched_part word = hagstone_choose_word(address, length, random);
  return other ? hagstone_choose_other_word(word, random) : word;
}
