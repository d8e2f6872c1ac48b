/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "load_shadow.h"

#include "../measurement.h"
#include "../scope/clock.h"

enum { PAGE_BITS = 12 };
#define PAGE (1ull << PAGE_BITS)
#define PAGES (HAGSTONE_PROGRAM_END >> PAGE_BITS)

/* One bit for each page, and one for each 64 of them. */
static uint64_t *touched;
static uint64_t touched_groups[PAGES / 64 / 64];

const char *hagstone_start_load_shadow(void) {
  touched = hagstone_memory(PAGES / 8);
  if (!touched) return "there is no memory left; give the run more";
  const char *refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_LOADS, 4 * HAGSTONE_PROGRAM_END);
  if (!refused) refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_LOADS_BY_BYTE, 4 * HAGSTONE_PROGRAM_END);
  if (!refused) refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_LOAD_VALUES, HAGSTONE_PROGRAM_END);
  return refused;
}

uint64_t hagstone_load_time(uint64_t address) {
  const uint64_t time = (hagstone_clock & ~0xffffffffull) | *hagstone_load_times(address);
  return time > hagstone_clock ? time - 0x100000000ull : time;
}

static void touch_page(uint64_t page) {
  touched[page / 64] |= 1ull << page % 64;
  touched_groups[page / 64 / 64] |= 1ull << page / 64 % 64;
}

void hagstone_touch_load_shadow(uint64_t address, uint64_t bytes) {
  for (uint64_t page = address >> PAGE_BITS; page <= (address + bytes - 1) >> PAGE_BITS; page++) touch_page(page);
}

/* The first touched page from `page` on and before `end`, or `end`. */
static uint64_t next_touched(uint64_t page, uint64_t end) {
  while (page < end) {
    const uint64_t in_word = touched[page / 64] >> page % 64;
    if (in_word) {
      page += (uint64_t)__builtin_ctzll(in_word);
      return page < end ? page : end;
    }
    page = (page / 64 + 1) * 64;
    while (page < end) {
      const uint64_t in_group = touched_groups[page / 64 / 64] >> page / 64 % 64;
      if (in_group) {
        page += 64 * (uint64_t)__builtin_ctzll(in_group);
        break;
      }
      page = (page / 64 / 64 + 1) * 64 * 64;
    }
  }
  return end;
}

struct range {
  uint64_t first;
  uint64_t end;
};

static struct range range_of(uint64_t address, uint64_t bytes) {
  const uint64_t first = bytes == 0 ? 0 : address < HAGSTONE_PROGRAM_END ? address : HAGSTONE_PROGRAM_END;
  const uint64_t room = HAGSTONE_PROGRAM_END - first;
  const struct range range = {first, bytes == 0 || bytes > room ? HAGSTONE_PROGRAM_END : first + bytes};
  return range;
}

/* The part of a page that lies in the range. */
static struct range within_page(struct range range, uint64_t page) {
  const uint64_t start = page << PAGE_BITS;
  const struct range part = {start > range.first ? start : range.first, start + PAGE < range.end ? start + PAGE : range.end};
  return part;
}

void hagstone_visit_load_shadow(uint64_t address, uint64_t bytes,
                                void (*visit)(uint64_t address, uint64_t bytes, uint32_t number)) {
  const struct range range = range_of(address, bytes);
  const uint64_t end = (range.end + PAGE - 1) >> PAGE_BITS;
  for (uint64_t page = next_touched(range.first >> PAGE_BITS, end); page < end; page = next_touched(page + 1, end)) {
    const struct range part = within_page(range, page);
    for (uint64_t first = part.first, at; first < part.end; first = at) {
      const uint32_t number = *hagstone_load_numbers(first);
      for (at = first + 1; at < part.end && *hagstone_load_numbers(at) == number;) at++;
      if (number) visit(first, at - first, number);
    }
  }
}

void hagstone_clear_load_shadow(uint64_t address, uint64_t bytes) {
  const struct range range = range_of(address, bytes);
  const uint64_t end = (range.end + PAGE - 1) >> PAGE_BITS;
  for (uint64_t page = next_touched(range.first >> PAGE_BITS, end); page < end; page = next_touched(page + 1, end)) {
    const struct range part = within_page(range, page);
    const uint64_t count = part.end - part.first;
    hagstone_clear_shadow(HAGSTONE_LOAD_NUMBERS + 4 * part.first, 4 * count);
    if (count < PAGE) continue;
    hagstone_clear_shadow(HAGSTONE_LOAD_TIMES + 4 * part.first, 4 * count);
    hagstone_clear_shadow(HAGSTONE_LOADED_VALUES + part.first, count);
    touched[page / 64] &= ~(1ull << page % 64);
  }
}
