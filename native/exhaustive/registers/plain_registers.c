/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "plain_registers.h"

#include "exhaustive/tables/hash_table.h"
#include "common/compare.h"
#include "register_value.h"

/* The plain version knows the writer of each byte. */
enum {
  GENERAL_BYTES = 8,
  VECTOR_BYTES = 32,
  X87_BYTES = 10,
  VECTOR_START = HAGSTONE_GENERAL_REGISTERS * GENERAL_BYTES,
  X87_START = VECTOR_START + HAGSTONE_VECTOR_REGISTERS * VECTOR_BYTES,
  ALL_BYTES = X87_START + HAGSTONE_X87_REGISTERS * X87_BYTES
};
struct byte_writers {
  hagstone_place writers[ALL_BYTES];
};
static struct hagstone_hash_table threads; /* thread: struct byte_writers */

static struct byte_writers *writers_of_thread(uint32_t thread) {
  uint64_t *known = hagstone_hash_add(&threads, thread, 0);
  if (!known) return 0;
  if (!*known) *known = (uint64_t)hagstone_memory(sizeof(struct byte_writers));
  return (struct byte_writers *)*known;
}

/* First byte of the register that a write goes to. */
static uint32_t register_start(const struct hagstone_register_write *write, uint32_t x87) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: return write->number * (uint32_t)GENERAL_BYTES;
    case HAGSTONE_VECTOR_REGISTER: return VECTOR_START + write->number * (uint32_t)VECTOR_BYTES;
    default: return X87_START + x87 * X87_BYTES;
  }
}

/* Where the part that contains a byte of a register begins, and where it ends. */
static uint32_t part_start(uint8_t file, uint32_t byte) {
  if (file == HAGSTONE_GENERAL_REGISTER) return byte < 2 ? byte : 2;
  if (file == HAGSTONE_VECTOR_REGISTER) return byte < 8 ? byte & ~3u : byte < 16 ? 8 : 16;
  return 0;
}
static uint32_t part_end(uint8_t file, uint32_t byte) {
  if (file == HAGSTONE_GENERAL_REGISTER) return byte < 2 ? byte + 1 : GENERAL_BYTES;
  if (file == HAGSTONE_VECTOR_REGISTER) return byte < 8 ? (byte & ~3u) + 4 : byte < 16 ? 16 : VECTOR_BYTES;
  return X87_BYTES;
}

static void set_writer(hagstone_place *writers, const struct hagstone_register_write *write, hagstone_place writer) {
  const uint32_t from = part_start(write->file, write->offset);
  const uint32_t to = part_end(write->file, (uint32_t)write->offset + write->set_bytes - 1);
  for (uint32_t i = from; i < to; i++) writers[i] = writer;
}

static uint32_t split(const hagstone_place *writers, const struct hagstone_register_write *write,
                      struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS]) {
  uint32_t count = 0;
  for (uint32_t byte = write->offset; byte < (uint32_t)write->offset + write->bytes; byte++) {
    uint32_t i = 0;
    while (i < count && shares[i].writer != writers[byte]) i++;
    if (i == count) shares[count++] = (struct hagstone_written_share){writers[byte], 0};
    shares[i].bytes++;
  }
  return count;
}

/* By the write's number in its instruction. */
static uint8_t values_before[HAGSTONE_MOST_REGISTER_WRITES][VECTOR_BYTES];

/* Bytes in which Valgrind keeps the value. */
static uint32_t kept_bytes(const struct hagstone_register_write *write) {
  return write->element == HAGSTONE_ELEMENT_F80 ? (uint32_t)sizeof(double) : write->bytes;
}

void hagstone_register_was(const struct hagstone_written_register *written, const void *value) {
  __builtin_memcpy(values_before[written->site->number], value, kept_bytes(&written->write));
}

int hagstone_register_is(struct hagstone_written_register *written, const void *value, uint32_t x87,
                         hagstone_calling_context context, uint32_t thread) {
  int is_counted = 0;
  struct byte_writers *file = writers_of_thread(thread);
  if (!file) return 0;
  hagstone_place *writers = file->writers + register_start(&written->write, x87);
  if (hagstone_register_repeats(&written->write, values_before[written->site->number], value, hagstone_tolerance())) {
    struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS];
    const uint32_t count = split(writers, &written->write, shares);
    is_counted = hagstone_count_repeated_register(written, context, shares, count);
  }
  set_writer(writers, &written->write, hagstone_place_of(context, written->site->id));
  return is_counted;
}

void hagstone_kernel_wrote_register(uint32_t number, hagstone_place writer, uint32_t thread) {
  struct byte_writers *file = writers_of_thread(thread);
  if (!file) return;
  for (uint32_t i = 0; i < GENERAL_BYTES; i++) file->writers[number * GENERAL_BYTES + i] = writer;
}

void hagstone_forget_writers_of_thread(uint32_t thread) {
  uint64_t *known = hagstone_hash_find(&threads, thread, 0);
  if (!known) return;
  hagstone_give_back((void *)*known, sizeof(struct byte_writers));
  hagstone_hash_remove(&threads, thread, 0);
}

void hagstone_forget_all_writers(void) {
  uint64_t position = 0;
  const struct hagstone_hash_entry *entry;
  while ((entry = hagstone_hash_next(&threads, &position)))
    __builtin_memset((void *)entry->value, 0, sizeof(struct byte_writers));
}
