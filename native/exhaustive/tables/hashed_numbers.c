/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "hashed_numbers.h"

#include "leaving_table.h"

enum { FIRST_CAPACITY = 4096 };

static void place(struct hagstone_hashed_numbers *numbers, struct hagstone_hashed_number fresh) {
  uint64_t slot = hagstone_home_of_hash(numbers, fresh.hash);
  while (numbers->slots[slot].number) slot = slot + 1 == numbers->capacity ? 0 : slot + 1;
  numbers->slots[slot] = fresh;
}

static int grow(struct hagstone_hashed_numbers *numbers) {
  const struct hagstone_hashed_numbers old = *numbers;
  const uint64_t capacity = old.capacity ? old.capacity + old.capacity / 2 : FIRST_CAPACITY;
  struct hagstone_hashed_number *const larger = hagstone_table_memory(capacity * sizeof *larger);
  if (!larger) return 0;
  *numbers = (struct hagstone_hashed_numbers){larger, capacity, old.count};
  struct hagstone_leaving_table leaving = {old.slots, old.capacity * sizeof *old.slots, 0};
  for (uint64_t slot = 0; slot < old.capacity; slot++) {
    if (old.slots[slot].number) place(numbers, old.slots[slot]);
    hagstone_leave_table(&leaving, &old.slots[slot + 1]);
  }
  return 1;
}

int hagstone_make_room_for_hash(struct hagstone_hashed_numbers *numbers) {
  return numbers->count < numbers->capacity - numbers->capacity / 4 || grow(numbers);
}

void hagstone_add_hash(struct hagstone_hashed_numbers *numbers, uint32_t hash, uint32_t number) {
  place(numbers, (struct hagstone_hashed_number){number, hash});
  numbers->count++;
}

void hagstone_forget_hashes(struct hagstone_hashed_numbers *numbers) {
  if (numbers->slots) hagstone_give_back(numbers->slots, numbers->capacity * sizeof *numbers->slots);
  *numbers = (struct hagstone_hashed_numbers){0, 0, 0};
}
