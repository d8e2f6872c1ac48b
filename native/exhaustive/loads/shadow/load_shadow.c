/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "load_shadow.h"

#include "exhaustive/measurement.h"
#include "exhaustive/options.h"
#include "exhaustive/scope/clock.h"
#include "common/compare.h"
#include "exhaustive/loads/repeated_value.h"

enum { PAGE_BITS = 12 };
#define PAGE (1ull << PAGE_BITS)
#define PAGES (HAGSTONE_PROGRAM_END >> PAGE_BITS)
#define LOADED_BYTES_BYTES (HAGSTONE_BYTE_VALUES + HAGSTONE_PROGRAM_END - HAGSTONE_LOADED_BYTES)

/* One bit for each page, and one for each 64 of them. */
static uint64_t *touched;
static uint64_t touched_groups[PAGES / 64 / 64];

const char *hagstone_start_load_shadow(void) {
  touched = hagstone_memory(PAGES / 8);
  if (!touched) return "there is no memory left; give the run more";
  const char *refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_LOADS, HAGSTONE_LOADED_WORDS_BYTES);
  if (!refused) refused = hagstone_reserve_shadow(HAGSTONE_SHADOW_LOADS_BY_BYTE, LOADED_BYTES_BYTES);
  return refused;
}

/* ---- Granules and bytes. ---- */

static uint64_t granule_of(uint64_t address) { return address & ~(uint64_t)(HAGSTONE_GRANULE - 1); }

static uint64_t loaded_word_address(uint64_t address) {
  return HAGSTONE_LOADED_WORDS + address / HAGSTONE_LOADED_WORD * sizeof(struct hagstone_loaded_word);
}
static struct hagstone_loaded_word *loaded_word(uint64_t address) {
  return (struct hagstone_loaded_word *)(uintptr_t)loaded_word_address(address);
}
static uint32_t *granule_number(uint64_t address) {
  return &loaded_word(address)->numbers[address % HAGSTONE_LOADED_WORD / HAGSTONE_GRANULE];
}
static uint32_t *granule_time(uint64_t address) {
  return &loaded_word(address)->times[address % HAGSTONE_LOADED_WORD / HAGSTONE_GRANULE];
}
int hagstone_loads_have_times(void) { return hagstone_options.scope != HAGSTONE_SCOPE_NONE; }

uint32_t hagstone_loaded_byte_shift(void) { return hagstone_loads_have_times() ? 3 : 2; }

static uint64_t loaded_byte_address(uint64_t address) {
  return HAGSTONE_LOADED_BYTES + (address << hagstone_loaded_byte_shift());
}
static uint32_t *byte_number(uint64_t address) { return (uint32_t *)(uintptr_t)loaded_byte_address(address); }
static uint32_t *byte_time(uint64_t address) { return byte_number(address) + 1; }
static uint8_t *byte_value(uint64_t address) { return (uint8_t *)(uintptr_t)(HAGSTONE_BYTE_VALUES + address); }

int hagstone_is_known_by_byte(uint64_t address) { return *granule_number(address) == 0; }

uint32_t hagstone_load_number(uint64_t address) {
  const uint32_t number = *granule_number(address);
  return number ? number : *byte_number(address);
}

uint64_t hagstone_load_time(uint64_t address) {
  if (!hagstone_loads_have_times()) return 0;
  const uint32_t low = hagstone_is_known_by_byte(address) ? *byte_time(address) : *granule_time(address);
  const uint64_t time = (hagstone_clock & ~0xffffffffull) | low;
  return time > hagstone_clock ? time - 0x100000000ull : time;
}

static uint8_t *word_value(uint64_t address) { return &loaded_word(address)->values[address % HAGSTONE_LOADED_WORD]; }

static const uint8_t *loaded_value(uint64_t address) {
  return hagstone_is_known_by_byte(address) ? byte_value(address) : word_value(address);
}

uint8_t hagstone_loaded_value(uint64_t address) { return *loaded_value(address); }

/* Number of bytes that lie in the granule of the first one. */
static uint64_t bytes_in_granule(uint64_t address, uint64_t bytes) {
  const uint64_t room = HAGSTONE_GRANULE - address % HAGSTONE_GRANULE;
  return bytes < room ? bytes : room;
}

int hagstone_load_repeats(uint64_t address, uint64_t bytes, uint32_t element) {
  /* Room for whole elements of any size. */
  enum { AT_ONCE = 40 };
  const uint8_t *later = (const uint8_t *)(uintptr_t)address;
  for (uint64_t at = 0, end; at < bytes; at = end) {
    uint8_t earlier[AT_ONCE];
    end = bytes - at < AT_ONCE ? bytes : at + AT_ONCE;
    for (uint64_t i = at, next; i < end; i = next) {
      const uint8_t *values = loaded_value(address + i);
      next = i + bytes_in_granule(address + i, end - i);
      for (uint64_t j = i; j < next; j++) earlier[j - at] = values[j - i];
    }
    if (!hagstone_value_repeats(element, earlier, later + at, end - at, hagstone_tolerance())) return 0;
  }
  return 1;
}

static int bytes_have(uint64_t granule, uint32_t number) {
  uint32_t i = 0;
  while (i < HAGSTONE_GRANULE && *byte_number(granule + i) == number) i++;
  return i == HAGSTONE_GRANULE;
}

/* Whether all bytes of the granule have it. */
static int granule_has(uint64_t granule, uint32_t number) {
  const uint32_t common = *granule_number(granule);
  return common ? common == number : bytes_have(granule, number);
}

/* The first byte from `at` on, before `end`, whose number is another. */
static uint64_t end_of_number(uint64_t at, uint64_t end, uint32_t number) {
  while (at < end) {
    if (at % HAGSTONE_GRANULE == 0 && end - at >= HAGSTONE_GRANULE && granule_has(at, number))
      at += HAGSTONE_GRANULE;
    else if (hagstone_load_number(at) == number)
      at++;
    else
      return at;
  }
  return end;
}

uint64_t hagstone_load_run_end(uint64_t address, uint64_t end) {
  return end_of_number(address, end, hagstone_load_number(address));
}

static uint32_t common_number(uint64_t address, uint64_t bytes) {
  const uint32_t number = hagstone_load_number(address);
  return end_of_number(address, address + bytes, number) == address + bytes ? number : 0;
}

uint32_t hagstone_common_load_number(uint64_t address, uint64_t bytes) {
  if (bytes == 1) return hagstone_load_number(address);
  if (address % bytes == 0 && (bytes == HAGSTONE_GRANULE || bytes == HAGSTONE_LOADED_WORD)) {
    const uint32_t first = *granule_number(address), last = *granule_number(address + bytes - HAGSTONE_GRANULE);
    if (first && last) return first == last ? first : 0;
  }
  return common_number(address, bytes);
}

void hagstone_split_granule(uint64_t address) {
  if (hagstone_is_known_by_byte(address)) return;
  const uint64_t granule = granule_of(address);
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) {
    *byte_number(granule + i) = *granule_number(granule);
    if (hagstone_loads_have_times()) *byte_time(granule + i) = *granule_time(granule);
    byte_value(granule)[i] = word_value(granule)[i];
  }
  *granule_number(granule) = 0;
}

void hagstone_join_granules(uint64_t address, uint64_t bytes) {
  for (uint64_t granule = address; granule < address + bytes; granule += HAGSTONE_GRANULE) {
    if (!hagstone_is_known_by_byte(granule)) continue;
    /* Bytes that are only read take no memory. */
    for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++)
      if (*byte_number(granule + i)) *byte_number(granule + i) = 0;
  }
}

static void set_granule(uint64_t granule, uint32_t number) {
  const uint8_t *values = (const uint8_t *)(uintptr_t)granule;
  hagstone_join_granules(granule, HAGSTONE_GRANULE);
  for (uint32_t i = 0; i < HAGSTONE_GRANULE; i++) word_value(granule)[i] = values[i];
  *granule_number(granule) = number;
  if (hagstone_loads_have_times()) *granule_time(granule) = (uint32_t)hagstone_clock;
}

static void set_byte(uint64_t address, uint32_t number) {
  hagstone_split_granule(address);
  *byte_value(address) = *(const uint8_t *)(uintptr_t)address;
  *byte_number(address) = number;
  if (hagstone_loads_have_times()) *byte_time(address) = (uint32_t)hagstone_clock;
}

void hagstone_set_loads(uint64_t address, uint64_t bytes, uint32_t number) {
  const uint64_t end = address + bytes;
  for (uint64_t at = address; at < end;) {
    if (at % HAGSTONE_GRANULE == 0 && end - at >= HAGSTONE_GRANULE) {
      set_granule(at, number);
      at += HAGSTONE_GRANULE;
    } else {
      set_byte(at, number);
      at++;
    }
  }
}

/* ---- Pages. ---- */

static void touch_page(uint64_t page) {
  touched[page / 64] |= 1ull << page % 64;
  touched_groups[page / 64 / 64] |= 1ull << page / 64 % 64;
}

void hagstone_touch_load_shadow(uint64_t address, uint64_t bytes) {
  for (uint64_t page = address >> PAGE_BITS; page <= (address + bytes - 1) >> PAGE_BITS; page++) touch_page(page);
}

static int is_touched(uint64_t page) { return touched[page / 64] >> page % 64 & 1; }

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

/* The first pages from `page` on that are touched, as far as they follow one another and lie in the range; empty: none. */
static struct range next_part(struct range range, uint64_t page) {
  const uint64_t pages_end = (range.end + PAGE - 1) >> PAGE_BITS;
  const uint64_t first_page = next_touched(page, pages_end);
  uint64_t end_page = first_page;
  while (end_page < pages_end && is_touched(end_page)) end_page++;
  const uint64_t start = first_page << PAGE_BITS, end = end_page << PAGE_BITS;
  const struct range part = {start > range.first ? start : range.first, end < range.end ? end : range.end};
  return part;
}

static uint64_t page_behind(struct range part) { return (part.end + PAGE - 1) >> PAGE_BITS; }

void hagstone_visit_load_shadow(uint64_t address, uint64_t bytes,
                                void (*visit)(uint64_t address, uint64_t bytes, uint32_t number)) {
  const struct range range = range_of(address, bytes);
  for (struct range part = next_part(range, range.first >> PAGE_BITS); part.first < part.end;
       part = next_part(range, page_behind(part))) {
    for (uint64_t first = part.first, at; first < part.end; first = at) {
      at = hagstone_load_run_end(first, part.end);
      const uint32_t number = hagstone_load_number(first);
      if (number) visit(first, at - first, number);
    }
  }
}

/* Less than a granule. */
static void clear_bytes(uint64_t address, uint64_t end) {
  for (; address < end; address++) {
    if (!hagstone_load_number(address)) continue;
    hagstone_split_granule(address);
    *byte_number(address) = 0;
  }
}

static void clear_pages(uint64_t address, uint64_t end) {
  hagstone_clear_shadow(loaded_word_address(address), loaded_word_address(end) - loaded_word_address(address));
  hagstone_clear_shadow(loaded_byte_address(address), loaded_byte_address(end) - loaded_byte_address(address));
  hagstone_clear_shadow(HAGSTONE_BYTE_VALUES + address, end - address);
  for (uint64_t page = address >> PAGE_BITS; page < end >> PAGE_BITS; page++) touched[page / 64] &= ~(1ull << page % 64);
}

static void clear_granules(uint64_t address, uint64_t end) {
  for (; address < end; address += HAGSTONE_GRANULE) {
    hagstone_join_granules(address, HAGSTONE_GRANULE);
    *granule_number(address) = 0;
  }
}

/* No page as a whole. */
static void clear_part(uint64_t address, uint64_t end) {
  const uint64_t first_granule = granule_of(address + HAGSTONE_GRANULE - 1), end_of_granules = granule_of(end);
  if (first_granule > end_of_granules) {
    clear_bytes(address, end);
    return;
  }
  clear_bytes(address, first_granule);
  clear_granules(first_granule, end_of_granules);
  clear_bytes(end_of_granules, end);
}

void hagstone_clear_load_shadow(uint64_t address, uint64_t bytes) {
  const struct range range = range_of(address, bytes);
  for (struct range part = next_part(range, range.first >> PAGE_BITS); part.first < part.end;
       part = next_part(range, page_behind(part))) {
    const uint64_t first_page = (part.first + PAGE - 1) & ~(PAGE - 1), end_of_pages = part.end & ~(PAGE - 1);
    if (first_page >= end_of_pages) {
      clear_part(part.first, part.end);
      continue;
    }
    clear_part(part.first, first_page);
    clear_pages(first_page, end_of_pages);
    clear_part(end_of_pages, part.end);
  }
}
