/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The loads and stores of the instruction under translation: which of the translation's accesses are the
 * instruction's own, their sites, and the measurements' code for them. */
#ifndef HAGSTONE_ACCESS_CODE_H
#define HAGSTONE_ACCESS_CODE_H

#include "block_code.h"
#include "exhaustive/instructions/instruction_accesses.h"
#include "instrumentation.h"

struct hagstone_instruction {
  Addr address;
  UInt length;
  Bool decoded;
  struct hagstone_instruction_accesses defined;
  UInt loads, stores; /* seen in the translation so far */
  UChar accesses;     /* of those, the instruction's own */
};

/* Collects the measurements that have code of their own. */
void hagstone_start_access_code(void);

void hagstone_begin_instruction(struct hagstone_instruction *instruction, Addr address, UInt length);
/* A gather: the translation loads each element from its own address or, if it is not wanted, from somewhere else. */
Bool hagstone_gathers(const struct hagstone_instruction *instruction);
/* Accesses that the translation leaves out, known once all of the instruction's statements are seen. */
UInt hagstone_missing_accesses(const struct hagstone_instruction *instruction);

/* Describes an access of the translation. False: not the instruction's own, or there is no room. `guard`: null if it
 * always happens. */
Bool hagstone_describe_access(struct hagstone_instruction *instruction, enum hagstone_access_kind kind, IRExpr *address,
                              UInt bytes, IRExpr *guard, struct hagstone_code_access *access);

void hagstone_emit_before(struct hagstone_translation *translation, const struct hagstone_code_access *access);
void hagstone_emit_after(struct hagstone_translation *translation, const struct hagstone_code_access *access);
/* Tells measurements without code of their own of a load that has happened, or is about to in one statement with a
 * store. */
void hagstone_emit_told(struct hagstone_translation *translation, const struct hagstone_code_access *access);

#endif
