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

/* By part. */
static const hagstone_place *parts_of(const struct hagstone_last_writers *writers,
                                      const struct hagstone_register_write *write, uint32_t x87,
                                      hagstone_place same[HAGSTONE_VECTOR_PARTS]) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER:
      if (writers->general[write->number] == HAGSTONE_SEVERAL_WRITERS) return writers->general_parts[write->number];
      for (uint32_t i = 0; i < HAGSTONE_GENERAL_PARTS; i++) same[i] = writers->general[write->number];
      return same;
    case HAGSTONE_VECTOR_REGISTER: return writers->vector[write->number];
    default: return &writers->x87[x87];
  }
}

uint32_t hagstone_last_writers_of(const struct hagstone_last_writers *writers, const struct hagstone_register_write *write,
                                  uint32_t x87, const hagstone_place since[HAGSTONE_VECTOR_PARTS],
                                  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS]) {
  hagstone_place same[HAGSTONE_VECTOR_PARTS];
  const hagstone_place *earlier = parts_of(writers, write, x87, same);
  const struct hagstone_register_parts parts = hagstone_parts_of_file(write->file);
  uint32_t count = 0;
  for (uint32_t i = 0; i < parts.count; i++)
    count =
        add(shares, count, since && since[i] ? since[i] : earlier[i], overlap(parts.starts[i], parts.starts[i + 1], write));
  return count;
}
