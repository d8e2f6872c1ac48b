/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where Valgrind keeps a thread's registers, and behind them, in its space for tools, their last writers. That
 * memory belongs to the thread, is saved and restored around signal handlers as the registers are, and translated code
 * reaches it at constant offsets. */
#ifndef HAGSTONE_REGISTER_STATE_H
#define HAGSTONE_REGISTER_STATE_H

#include "pub_tool_basics.h"
#include "libvex_guest_amd64.h"

#include "last_writers.h"

/* Offsets in the registers of a thread. */
#define HAGSTONE_X87_OFFSET ((Int)offsetof(VexGuestAMD64State, guest_FPREG))
#define HAGSTONE_WRITERS_OFFSET ((Int)sizeof(VexGuestAMD64State))

/* Behind the writers: values of registers that code compares again at the end of a batch (register_batch.h), in words. */
#define HAGSTONE_KEPT_VALUES_OFFSET (HAGSTONE_WRITERS_OFFSET + (Int)sizeof(struct hagstone_last_writers))
enum { HAGSTONE_KEPT_VALUES = 96 };
_Static_assert(HAGSTONE_KEPT_VALUES_OFFSET + 8 * HAGSTONE_KEPT_VALUES <= 3 * sizeof(VexGuestAMD64State),
               "Valgrind sets aside as much as the state itself, twice");

static inline struct hagstone_last_writers *hagstone_writers_behind(void *registers) {
  return (struct hagstone_last_writers *)((UChar *)registers + HAGSTONE_WRITERS_OFFSET);
}

/* Offset of the first byte of a write's value. Not for the x87, whose registers move. */
static inline Int hagstone_register_offset(const struct hagstone_register_write *write) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: return (Int)offsetof(VexGuestAMD64State, guest_RAX) + 8 * write->number + write->offset;
    case HAGSTONE_VECTOR_REGISTER:
      return (Int)offsetof(VexGuestAMD64State, guest_YMM0) + 32 * write->number + write->offset;
    default: return HAGSTONE_X87_OFFSET + 8 * write->number + write->offset;
  }
}

#endif
