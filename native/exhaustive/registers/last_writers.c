/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "last_writers.h"

static uint32_t overlap(uint32_t start, uint32_t end, const struct hagstone_register_write *write) {
  const uint32_t from = start > write->offset ? start : write->offset;
  const uint32_t write_end = (uint32_t)write->offset + write->bytes;
  const uint32_t to = end < write_end ? end : write_end;
  return from < to ? to - from : 0;
}

void hagstone_set_part_writers(struct hagstone_last_writers *writers, const struct hagstone_register_write *write,
                               hagstone_place writer) {
  hagstone_place *whole = &writers->general[write->number], *parts = writers->general_parts[write->number];
  if (*whole != HAGSTONE_SEVERAL_WRITERS)
    for (uint32_t i = 0; i < HAGSTONE_GENERAL_PARTS; i++) parts[i] = *whole;
  *whole = HAGSTONE_SEVERAL_WRITERS;
  for (uint32_t i = 0; i < HAGSTONE_GENERAL_PARTS; i++)
    if (overlap(hagstone_general_part_start[i], hagstone_general_part_start[i + 1], write)) parts[i] = writer;
}

static uint32_t add(struct hagstone_written_share *shares, uint32_t count, hagstone_place writer, uint32_t bytes) {
  if (!bytes) return count;
  for (uint32_t i = 0; i < count; i++) {
    if (shares[i].writer != writer) continue;
    shares[i].bytes += bytes;
    return count;
  }
  shares[count] = (struct hagstone_written_share){writer, bytes};
  return count + 1;
}

static uint32_t add_parts(const hagstone_place *writers, const uint8_t *starts, uint32_t part_count,
                          const struct hagstone_register_write *write, struct hagstone_written_share *shares) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < part_count; i++)
    count = add(shares, count, writers[i], overlap(starts[i], starts[i + 1], write));
  return count;
}

uint32_t hagstone_last_writers_of(const struct hagstone_last_writers *writers,
                                  const struct hagstone_register_write *write, uint32_t x87,
                                  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS]) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER:
      if (writers->general[write->number] != HAGSTONE_SEVERAL_WRITERS)
        return add(shares, 0, writers->general[write->number], write->bytes);
      return add_parts(writers->general_parts[write->number], hagstone_general_part_start, HAGSTONE_GENERAL_PARTS,
                       write, shares);
    case HAGSTONE_VECTOR_REGISTER:
      return add_parts(writers->vector[write->number], hagstone_vector_part_start, HAGSTONE_VECTOR_PARTS, write,
                       shares);
    default: return add(shares, 0, writers->x87[x87], write->bytes);
  }
}
