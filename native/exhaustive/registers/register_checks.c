/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_checks.h"

#include "../engine_state.h"
#include "common/compare.h"
#include "plain_registers.h"
#include "register_state.h"
#include "register_value.h"

static hagstone_calling_context running_context(void) { return (hagstone_calling_context)hagstone_engine.context; }

/* Who wrote the value's bytes, for the commonest writes; 0: not known here. */
static inline hagstone_place sole_writer(const struct hagstone_last_writers *writers,
                                         const struct hagstone_written_register *written, UInt x87) {
  const struct hagstone_register_write *write = &written->write;
  const hagstone_place *vector;
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: return writers->general[write->number];
    case HAGSTONE_VECTOR_REGISTER:
      vector = writers->vector[write->number];
      return write->offset == 0 && write->bytes == 8 && vector[0] == vector[1] ? vector[0] : 0;
    default: return writers->x87[x87];
  }
}

static inline void check(struct hagstone_written_register *written, void *registers, const void *before,
                         const void *after, UInt x87) {
  /* Where no tolerance is asked for the translated code has compared already. */
  if (written->write.element != HAGSTONE_ELEMENT_BYTES &&
      !hagstone_register_repeats(&written->write, before, after, hagstone_tolerance()))
    return;
  if (hagstone_count_as_before(written, running_context(), sole_writer(hagstone_writers_behind(registers), written, x87)))
    return;
  struct hagstone_written_share shares[HAGSTONE_VECTOR_PARTS];
  const UInt count =
      hagstone_last_writers_of(hagstone_writers_behind(registers), &written->write, x87, shares);
  hagstone_count_repeated_register(written, running_context(), shares, count);
}

static inline void check_kept(struct hagstone_written_register *written, void *registers, const void *before) {
  check(written, registers, before, (const UChar *)registers + hagstone_register_offset(&written->write),
        written->write.number);
}

void hagstone_check_register_1(struct hagstone_written_register *written, void *registers, ULong before) {
  check_kept(written, registers, &before);
}

void hagstone_check_register_2(struct hagstone_written_register *written, void *registers, ULong before_0,
                               ULong before_1) {
  const ULong before[] = {before_0, before_1};
  check_kept(written, registers, before);
}

void hagstone_check_register_4(struct hagstone_written_register *written, void *registers, ULong before_0,
                               ULong before_1, ULong before_2, ULong before_3) {
  const ULong before[] = {before_0, before_1, before_2, before_3};
  check_kept(written, registers, before);
}

void hagstone_check_x87(struct hagstone_written_register *written, void *registers, ULong before, ULong after,
                        ULong x87) {
  check(written, registers, &before, &after, (UInt)x87 % HAGSTONE_X87_REGISTERS);
}

void hagstone_write_register_part(const struct hagstone_written_register *written, void *registers,
                                  hagstone_place writer) {
  hagstone_set_part_writers(hagstone_writers_behind(registers), &written->write, writer);
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
  const UInt place =
      written->write.file == HAGSTONE_X87_REGISTER ? (UInt)x87 % HAGSTONE_X87_REGISTERS : written->write.number;
  hagstone_register_is(written, value_of(written, registers, &x87_value), place, running_context(),
                       (uint32_t)hagstone_engine.thread);
}
