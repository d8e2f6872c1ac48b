/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "line_order.h"

#include "common/raw_format.h"
#include "exhaustive/measurement.h"

enum {
  FIRST_CAPACITY = 1 << 17,
  /* Slots for each line that has one, after growth: then at least this many less one accesses share the cost of one
   * line's move. */
  SLOTS_PER_LINE = 8,
  /* Lines ahead whose table entries are fetched while lines move. */
  LOOK_AHEAD = 16
};
#define MOST_SLOTS (1u << 31)
#define OUT_OF_LINE __attribute__((noinline))

static uint32_t block_of(uint32_t slot) { return slot / HAGSTONE_SLOT_BLOCK; }
static uint64_t bytes_of_bits(uint32_t capacity) { return capacity / 8; }
static uint64_t bytes_of_lines(uint32_t capacity) { return capacity * sizeof(uint32_t); }

static int make_slots(struct hagstone_line_order *order, uint32_t capacity) {
  order->bits = hagstone_memory(bytes_of_bits(capacity));
  order->lines = hagstone_memory(bytes_of_lines(capacity));
  if (order->bits && order->lines && hagstone_make_slot_counts(&order->blocks, block_of(capacity))) {
    order->capacity = capacity;
    order->slot_count = order->in_last_block = order->live = 0;
    hagstone_forget_sums(&order->kept);
    return 1;
  }
  if (order->bits) hagstone_give_back(order->bits, bytes_of_bits(capacity));
  if (order->lines) hagstone_give_back(order->lines, bytes_of_lines(capacity));
  return 0;
}

static void free_slots(struct hagstone_line_order *order) {
  hagstone_free_slot_counts(&order->blocks);
  hagstone_give_back(order->bits, bytes_of_bits(order->capacity));
  hagstone_give_back(order->lines, bytes_of_lines(order->capacity));
}

int hagstone_make_line_order(struct hagstone_line_order *order) {
  if (!hagstone_make_line_table(&order->table)) return 0;
  if (make_slots(order, FIRST_CAPACITY)) return 1;
  hagstone_free_line_table(&order->table);
  return 0;
}

void hagstone_free_line_order(struct hagstone_line_order *order) {
  free_slots(order);
  hagstone_free_line_table(&order->table);
}

static void empty_blocks(struct hagstone_line_order *order) {
  const uint32_t blocks = block_of(order->slot_count);
  for (uint32_t block = 0; block < blocks; block++)
    hagstone_add_slot_count(&order->blocks, block, -order->blocks.levels[0][block]);
  hagstone_forget_sums(&order->kept);
}

void hagstone_clear_line_order(struct hagstone_line_order *order) {
  hagstone_clear_line_table(&order->table);
  empty_blocks(order);
  for (uint32_t word = 0; word * 64 < order->slot_count; word++) order->bits[word] = 0;
  order->slot_count = order->in_last_block = order->live = 0;
}

/* ---- Slots. ---- */

static void add_to_block(struct hagstone_line_order *order, uint32_t block, uint32_t amount) {
  hagstone_add_slot_count(&order->blocks, block, amount);
  hagstone_add_to_sums(&order->kept, block, amount);
}

static void put_in_slot(struct hagstone_line_order *order, uint32_t line, struct hagstone_line_access *access) {
  const uint32_t slot = order->slot_count++;
  order->bits[slot / 64] |= 1ull << slot % 64;
  order->lines[slot] = line;
  order->live++;
  access->slot = slot + 1;
  access->last_slot = slot;
  order->in_last_block++;
  if (order->slot_count % HAGSTONE_SLOT_BLOCK) return;
  add_to_block(order, block_of(slot), order->in_last_block);
  order->in_last_block = 0;
}

static void free_slot(struct hagstone_line_order *order, struct hagstone_line_access *access) {
  const uint32_t slot = access->slot - 1;
  order->bits[slot / 64] &= ~(1ull << slot % 64);
  order->live--;
  access->time = access->slot = 0;
  const uint32_t in_last = block_of(slot) == block_of(order->slot_count);
  order->in_last_block -= in_last;
  add_to_block(order, block_of(slot), in_last - 1);
}

/* Slots from `first` on were given to the lines of one access. */
static void tie_slots(struct hagstone_line_order *order, uint32_t first) {
  for (uint32_t slot = first; slot < order->slot_count; slot++)
    hagstone_line_access_of(&order->table, order->lines[slot])->last_slot = order->slot_count - 1;
}

/* Gives the first slots of `order` to the lines in the slots of `old`; these may be the same. */
static void move_together(struct hagstone_line_order *old, struct hagstone_line_order *order) {
  const uint32_t slot_count = old->slot_count;
  uint32_t tied_by = 0, first_tied = 0;
  empty_blocks(old);
  order->slot_count = order->in_last_block = order->live = 0;
  for (uint32_t word = 0; word * 64 < slot_count; word++) {
    uint64_t held = old->bits[word];
    for (old->bits[word] = 0; held; held &= held - 1) {
      const uint32_t slot = word * 64 + (uint32_t)__builtin_ctzll(held), line = old->lines[slot];
      if (slot + LOOK_AHEAD < slot_count) hagstone_expect_line(order, old->lines[slot + LOOK_AHEAD]);
      struct hagstone_line_access *const access = hagstone_line_access_of(&order->table, line);
      if (access->last_slot != tied_by) {
        tie_slots(order, first_tied);
        first_tied = order->slot_count;
        tied_by = access->last_slot;
      }
      put_in_slot(order, line, access);
    }
  }
  tie_slots(order, first_tied);
}

static OUT_OF_LINE int move_or_grow(struct hagstone_line_order *order, uint64_t slots) {
  const uint64_t needed = order->live + slots;
  if (needed <= order->capacity / 4) {
    move_together(order, order);
    return 1;
  }
  if (needed * SLOTS_PER_LINE > MOST_SLOTS) return 0;
  struct hagstone_line_order old = *order;
  if (!make_slots(order, (block_of((uint32_t)needed) + 1) * HAGSTONE_SLOT_BLOCK * SLOTS_PER_LINE)) {
    *order = old;
    return 0;
  }
  move_together(&old, order);
  free_slots(&old);
  return 1;
}

/* Makes room for some more slots. Returns 0 when there is no memory. */
static inline int make_room(struct hagstone_line_order *order, uint64_t slots) {
  return order->slot_count + slots <= order->capacity || move_or_grow(order, slots);
}

/* ---- Lines. ---- */

static void forget_lines(uint64_t count) { *hagstone_statistic(HAGSTONE_STATISTIC_dropped_pairs_full) += count; }

void hagstone_order_known_line(struct hagstone_line_order *order, uint64_t line, struct hagstone_line_access *access,
                               uint64_t time, hagstone_sized_place place) {
  if (!access) access = hagstone_make_line_access(&order->table, line);
  if (!access || !make_room(order, 1)) {
    forget_lines(1);
    return;
  }
  access->time = time;
  access->place = place;
  put_in_slot(order, (uint32_t)line, access);
}

void hagstone_order_line(struct hagstone_line_order *order, uint64_t line, uint64_t time, hagstone_sized_place place) {
  hagstone_order_known_line(order, line, hagstone_line_access_of(&order->table, line), time, place);
}

void hagstone_order_lines_at_once(struct hagstone_line_order *order, uint64_t first, uint64_t end, uint64_t time,
                                  hagstone_sized_place place) {
  if (!make_room(order, end - first)) {
    forget_lines(end - first);
    return;
  }
  const uint32_t first_slot = order->slot_count;
  for (uint64_t line = first; line < end; line++) hagstone_order_line(order, line, time, place);
  tie_slots(order, first_slot);
}

void hagstone_end_lines(struct hagstone_line_order *order, uint64_t first, uint64_t end) {
  for (uint64_t line = first; line < end;) {
    struct hagstone_line_access *const access = hagstone_line_access_of(&order->table, line);
    if (access) access->time = 0;
    line = access ? line + 1 : (line | ((1u << HAGSTONE_LINE_PAGE_BITS) - 1)) + 1;
  }
}

/* ---- Lines with a slot after a given one. Reuses come in no order, and the data of their slots is often in no cache:
 * nothing here branches on where a slot is, as a wrong guess would be found out late. ---- */

enum { BLOCK_WORDS = HAGSTONE_SLOT_BLOCK / 64 };

/* The bits in a block's word of the slots after slot `at` of the block. */
static inline uint64_t bits_after(uint32_t word, uint32_t at) {
  const uint64_t within = ~1ull << at % 64, all = -(uint64_t)(word > at / 64);
  return word == at / 64 ? within : all;
}

/* Lines in the slot's block, after the slot. */
static inline uint32_t held_in_block_after(const struct hagstone_line_order *order, uint32_t slot) {
  const uint64_t *const words = order->bits + (uint64_t)block_of(slot) * BLOCK_WORDS;
  uint32_t held = 0;
  for (uint32_t word = 0; word < BLOCK_WORDS; word++)
    held += (uint32_t)__builtin_popcountll(words[word] & bits_after(word, slot % HAGSTONE_SLOT_BLOCK));
  return held;
}

/* Blocks from the one of the next slot on are not counted in the tree. */
static inline uint64_t held_after(struct hagstone_line_order *order, uint32_t slot) {
  const uint32_t block = block_of(slot), in_last = block == block_of(order->slot_count) ? 0 : order->in_last_block;
  return held_in_block_after(order, slot) + in_last + hagstone_sum_after(&order->kept, &order->blocks, block);
}

static struct hagstone_line_reuse reuse_of(struct hagstone_line_order *order, const struct hagstone_line_access *access,
                                           uint64_t time, uint64_t in_front) {
  if (!access || access->time == 0) return (struct hagstone_line_reuse){0, 0, 0};
  return (struct hagstone_line_reuse){time - access->time, in_front + held_after(order, access->last_slot), access->place};
}

struct hagstone_line_reuse hagstone_reuse_of_line(struct hagstone_line_order *order, uint64_t line, uint64_t time,
                                                  uint64_t in_front) {
  return reuse_of(order, hagstone_line_access_of(&order->table, line), time, in_front);
}

struct hagstone_line_reuse hagstone_take_known_line(struct hagstone_line_order *order, struct hagstone_line_access *access,
                                                    uint64_t time, uint64_t in_front) {
  const struct hagstone_line_reuse reuse = reuse_of(order, access, time, in_front);
  if (access && access->slot) free_slot(order, access);
  return reuse;
}

struct hagstone_line_reuse hagstone_take_line(struct hagstone_line_order *order, uint64_t line, uint64_t time,
                                              uint64_t in_front) {
  return hagstone_take_known_line(order, hagstone_line_access_of(&order->table, line), time, in_front);
}
