/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_checks.h"

#include "exhaustive/tables/double_repeats.h"
#include "../engine_state.h"
#include "common/raw_format.h"
#include "plain_registers.h"
#include "register_batch.h"
#include "register_state.h"
#include "register_value.h"

ULong hagstone_split_instruction_repeated;

static UInt tolerance; /* in billionths, */
static double relative_tolerance; /* and as a fraction */

void hagstone_start_register_checks(void) {
  tolerance = hagstone_tolerance();
  relative_tolerance = tolerance * 1e-9;
}

static hagstone_calling_context running_context(void) { return (hagstone_calling_context)hagstone_engine.context; }

/* ---- Batches. ---- */

static int count_pairs(const struct hagstone_register_batch *batch, const struct hagstone_register_check *check,
                       const struct hagstone_last_writers *writers, hagstone_calling_context context) {
  const struct hagstone_register_write *write = &check->written->write;
  hagstone_place since[HAGSTONE_VECTOR_PARTS];
  for (UInt i = 0; i < HAGSTONE_VECTOR_PARTS; i++)
    since[i] = check->previous[i] ? hagstone_place_of(context, batch->checks[check->previous[i] - 1].site) : 0;
  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS];
  const UInt count = hagstone_last_writers_of(writers, write, write->number, since, shares);
  return hagstone_count_repeated_register(check->written, context, shares, count);
}

static void count_instruction_of(const struct hagstone_register_check *check, UInt *counted_instruction) {
  if (check->written->has_companions && check->is_split) {
    if (hagstone_split_instruction_repeated) return;
    hagstone_split_instruction_repeated = 1;
  } else if (check->written->has_companions) {
    if (*counted_instruction == check->instruction) return;
    *counted_instruction = check->instruction;
  }
  hagstone_count_repeating_instruction(check->written);
}

/* The first check whose bit is set: its write was the earliest. */
static inline const struct hagstone_register_check *first_check(const struct hagstone_register_batch *batch,
                                                                uint64_t repeated) {
  return &batch->checks[(Int)batch->count - 64 + __builtin_clzll(repeated)];
}

static inline uint64_t without_first(uint64_t repeated) { return repeated & ~(1ull << (63 - __builtin_clzll(repeated))); }

static __attribute__((noinline)) void count_one_by_one(const struct hagstone_register_batch *batch, UChar *registers,
                                                       uint64_t repeated) {
  const hagstone_calling_context context = running_context();
  UInt counted_instruction = 0;
  for (; repeated; repeated = without_first(repeated)) {
    const struct hagstone_register_check *check = first_check(batch, repeated);
    if (check->value_before && !hagstone_register_repeats(&check->written->write, registers + check->value_before,
                                                          registers + check->value_after, tolerance))
      continue;
    if (count_pairs(batch, check, hagstone_writers_behind(registers), context))
      count_instruction_of(check, &counted_instruction);
  }
}

static inline hagstone_place place_at(const UChar *registers, UInt offset) {
  return *(const hagstone_place *)(registers + offset);
}

/* Whether all of the value was left by the writer of its latest repetition, in the same context as then. */
static inline int is_latest_pair(const struct hagstone_register_check *check, const UChar *registers,
                                 hagstone_calling_context context) {
  const struct hagstone_written_register *written = check->written;
  const hagstone_place writer = check->previous_site ? hagstone_place_of(context, check->previous_site)
                                                     : place_at(registers, check->writer);
  if (check->form == HAGSTONE_CHECK_DOUBLE && !check->previous_site &&
      place_at(registers, check->writer + sizeof writer) != writer)
    return 0;
  return writer && writer == written->latest_writer && written->latest_context == context && written->instructions;
}

void hagstone_count_register_batch(const struct hagstone_register_batch *batch, void *registers, uint64_t repeated) {
  const hagstone_calling_context context = running_context();
  for (; repeated; repeated = without_first(repeated)) {
    const struct hagstone_register_check *check = first_check(batch, repeated);
    const struct hagstone_written_register *written = check->written;
    if (check->form == HAGSTONE_CHECK_OTHER || !is_latest_pair(check, registers, context)) break;
    UInt repeats = 1;
    if (check->form == HAGSTONE_CHECK_DOUBLE) {
      /* Numbers of a smooth field repeat about as often as not: a branch would mostly be foretold wrongly. */
      const int surely = hagstone_double_surely_repeats((UChar *)registers + check->value_before,
                                                        (UChar *)registers + check->value_after, relative_tolerance);
      if (surely < 0) break;
      repeats = (UInt)surely;
    }
    written->latest_pair->instances += repeats;
    written->latest_pair->bytes += repeats * written->write.bytes;
    *written->instructions += repeats;
  }
  if (repeated) count_one_by_one(batch, registers, repeated);
}

void hagstone_write_register_part(const struct hagstone_written_register *written, void *registers, hagstone_place writer) {
  hagstone_set_part_writers(hagstone_writers_behind(registers), &written->write, writer);
}

/* ---- One write at a time. ---- */

static void count_instruction(struct hagstone_written_register *written) {
  if (written->has_companions) {
    if (hagstone_split_instruction_repeated) return;
    hagstone_split_instruction_repeated = 1;
  }
  hagstone_count_repeating_instruction(written);
}

void hagstone_check_x87(struct hagstone_written_register *written, void *registers, ULong before, ULong after, ULong x87) {
  if (!hagstone_register_repeats(&written->write, &before, &after, tolerance)) return;
  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS];
  const UInt count = hagstone_last_writers_of(hagstone_writers_behind(registers), &written->write,
                                              (UInt)x87 % HAGSTONE_X87_REGISTERS, 0, shares);
  if (hagstone_count_repeated_register(written, running_context(), shares, count)) count_instruction(written);
}

/* ---- Plain version. ---- */

static const void *value_of(const struct hagstone_written_register *written, const void *registers,
                            const ULong *x87_value) {
  if (written->write.file == HAGSTONE_X87_REGISTER) return x87_value;
  return (const UChar *)registers + hagstone_register_offset(&written->write);
}

void hagstone_tell_register_before(const struct hagstone_written_register *written, const void *registers,
                                   ULong x87_value) {
  hagstone_register_was(written, value_of(written, registers, &x87_value));
}

void hagstone_tell_register_after(struct hagstone_written_register *written, const void *registers, ULong x87_value,
                                  ULong x87) {
  const UInt place = written->write.file == HAGSTONE_X87_REGISTER ? (UInt)x87 % HAGSTONE_X87_REGISTERS
                                                                  : written->write.number;
  if (hagstone_register_is(written, value_of(written, registers, &x87_value), place, running_context(),
                           (uint32_t)hagstone_engine.thread))
    count_instruction(written);
}
