/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "store_chunks.h"

#include "exhaustive/tables/growing_array.h"
#include "exhaustive/measurement.h"
#include "exhaustive/shadow.h"
#include "common/raw_format.h"

enum { BITS = 64 };

static uint64_t *marks; /* a bit for each chunk below the program's end */
static uint32_t *numbers; /* of the marked chunks */
static uint32_t count, capacity;

const char *hagstone_start_store_chunks(void) {
  if (!marks) marks = hagstone_memory(HAGSTONE_PROGRAM_END / HAGSTONE_CHUNK_BYTES / 8);
  return marks ? 0 : "no memory for a map of the program's pages; close other programs";
}

void hagstone_mark_chunk(uint64_t address) {
  const uint64_t number = (address & HAGSTONE_PROGRAM_MASK) / HAGSTONE_CHUNK_BYTES;
  const uint64_t bit = 1ull << number % BITS;
  if (marks[number / BITS] & bit) return;
  uint32_t *with_room = hagstone_with_room(numbers, count, &capacity, sizeof *numbers);
  if (!with_room) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full);
    return;
  }
  numbers = with_room;
  marks[number / BITS] |= bit;
  numbers[count++] = (uint32_t)number;
}

void hagstone_forget_chunks(void) {
  for (uint32_t i = 0; i < count; i++) marks[numbers[i] / BITS] = 0;
  count = 0;
}

void hagstone_visit_chunks(void (*visit)(uint64_t chunk, void *argument), void *argument) {
  for (uint32_t i = 0; i < count; i++) visit((uint64_t)numbers[i] * HAGSTONE_CHUNK_BYTES, argument);
}

void hagstone_visit_chunks_of(uint64_t address, uint64_t bytes, void (*visit)(uint64_t chunk, void *argument),
                              void *argument) {
  if (bytes == 0 || address >= HAGSTONE_PROGRAM_END) return;
  const uint64_t room = HAGSTONE_PROGRAM_END - address;
  const uint64_t last = (address + (bytes < room ? bytes : room) - 1) / HAGSTONE_CHUNK_BYTES;
  for (uint64_t number = address / HAGSTONE_CHUNK_BYTES; number <= last;) {
    const uint64_t word = marks[number / BITS] >> number % BITS;
    if (word == 0) {
      number = (number / BITS + 1) * BITS;
      continue;
    }
    number += (uint64_t)__builtin_ctzll(word);
    if (number > last) return;
    visit(number * HAGSTONE_CHUNK_BYTES, argument);
    number++;
  }
}
