/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "recent_lines.h"

/* Each place's row has the bits of those before it: an order like any other to begin with. */
#define ORDER_OF_PLACES 0x7f3f1f0f07030100ull

#define ROW(i) (0xffull << 8 * (i))
const uint64_t hagstone_later_rows[HAGSTONE_RECENT_LINES] = {ROW(0), ROW(1), ROW(2), ROW(3),
                                                             ROW(4), ROW(5), ROW(6), ROW(7)};
#define BUT_COLUMN(i) (~(0x0101010101010101ull << (i)))
const uint64_t hagstone_later_but_columns[HAGSTONE_RECENT_LINES] = {
    BUT_COLUMN(0), BUT_COLUMN(1), BUT_COLUMN(2), BUT_COLUMN(3), BUT_COLUMN(4), BUT_COLUMN(5), BUT_COLUMN(6), BUT_COLUMN(7)};

void hagstone_empty_recent_lines(struct hagstone_recent_lines *recent) {
  for (uint32_t i = 0; i < HAGSTONE_RECENT_LINES; i++) recent->lines[i] = HAGSTONE_NO_LINE;
  recent->later = ORDER_OF_PLACES;
  recent->count = 0;
}

static void retire(struct hagstone_recent_lines *recent, uint32_t at, struct hagstone_line_order *behind) {
  if (recent->lines[at] == HAGSTONE_NO_LINE) return;
  hagstone_order_line(behind, recent->lines[at], recent->times[at], recent->places[at]);
  recent->lines[at] = HAGSTONE_NO_LINE;
  recent->count--;
}

void hagstone_retire_recent_lines(struct hagstone_recent_lines *recent, struct hagstone_line_order *behind) {
  for (uint32_t i = 0; i < HAGSTONE_RECENT_LINES; i++) {
    const uint32_t at = hagstone_oldest_recent_line(recent->later);
    retire(recent, at, behind);
    recent->later = hagstone_later_after(recent->later, at);
  }
}

int hagstone_recent_lines_overlap(const struct hagstone_recent_lines *recent, uint64_t first, uint64_t end) {
  for (uint32_t i = 0; i < HAGSTONE_RECENT_LINES; i++)
    if (recent->lines[i] != HAGSTONE_NO_LINE && first <= recent->lines[i] && recent->lines[i] < end) return 1;
  return 0;
}

uint32_t hagstone_bring_line(struct hagstone_recent_lines *recent, struct hagstone_line_order *behind, uint64_t line,
                             uint64_t time, struct hagstone_line_reuse *reuse) {
  *reuse = hagstone_take_line(behind, line, time, recent->count);
  const uint32_t at = hagstone_oldest_recent_line(recent->later);
  retire(recent, at, behind);
  recent->lines[at] = (uint32_t)line;
  recent->count++;
  return at;
}
