/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "line_table.h"

#include "exhaustive/measurement.h"

static const uint64_t bytes_of_pages = HAGSTONE_LINE_PAGES * sizeof(struct hagstone_line_page *);

int hagstone_make_line_table(struct hagstone_line_table *table) {
  table->newest = 0;
  table->pages = hagstone_memory(bytes_of_pages);
  return table->pages != 0;
}

void hagstone_clear_line_table(struct hagstone_line_table *table) {
  while (table->newest) {
    struct hagstone_line_page *const page = table->newest;
    table->newest = page->next;
    table->pages[page->number] = 0;
    hagstone_give_back(page, sizeof *page);
  }
}

void hagstone_free_line_table(struct hagstone_line_table *table) {
  hagstone_clear_line_table(table);
  hagstone_give_back(table->pages, bytes_of_pages);
  table->pages = 0;
}

static int make_page(struct hagstone_line_table *table, uint64_t number) {
  struct hagstone_line_page *const page = hagstone_memory(sizeof *page);
  if (!page) return 0;
  page->next = table->newest;
  page->number = number;
  table->newest = page;
  table->pages[number] = page;
  return 1;
}

struct hagstone_line_access *hagstone_make_line_access(struct hagstone_line_table *table, uint64_t line) {
  const uint64_t number = line >> HAGSTONE_LINE_PAGE_BITS;
  return table->pages[number] || make_page(table, number) ? hagstone_line_access_of(table, line) : 0;
}
