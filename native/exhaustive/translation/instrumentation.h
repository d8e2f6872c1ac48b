/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a measurement puts its own code into a translation, at each load and store, instead of being called for each
 * (hagstone_measurement.access, which stays: it is the oracle, used with --generic=yes).
 *
 * For every access translation.c calls, in this order:
 *   a load:   before_load, [the load], after_load
 *   a store:  before_store, [the store], after_store
 *   a read-modify-write in one statement (CAS, state saves): before_load, before_store, [it], after_load, after_store
 * Each may emit statements; each may be null. Statements before an access may read program memory there: that faults
 * exactly when the access itself does. Statements are flat: operands are constants or temporaries. */
#ifndef HAGSTONE_INSTRUMENTATION_H
#define HAGSTONE_INSTRUMENTATION_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"
#include "exhaustive/measurement.h"

/* One access in the code under translation. */
struct hagstone_code_access {
  const struct hagstone_site *site; /* kind, element, id */
  IRExpr *address;                  /* I64 temporary or constant */
  IRExpr *guard;                    /* I1 temporary: it happens only when this is true; null: always */
  IRExpr *data;                     /* temporary or constant of any type: stores: the stored value; loads: the
                                       loaded one, in after_load only. Null if it is no single value: look in memory */
  Bool modifies;                    /* one statement loads and stores: after_load comes when memory has changed */
  UInt bytes;                       /* 1 to 32; also 10 (x87), 512 and the like (state saves) */
};

/* The superblock under translation. */
struct hagstone_translation;

struct hagstone_code_hooks {
  void (*before_load)(struct hagstone_translation *translation, const struct hagstone_code_access *access);
  void (*after_load)(struct hagstone_translation *translation, const struct hagstone_code_access *access);
  void (*before_store)(struct hagstone_translation *translation, const struct hagstone_code_access *access);
  void (*after_store)(struct hagstone_translation *translation, const struct hagstone_code_access *access);
};

/* A measurement's hooks for the code under translation, beside accesses. Each may be null, and may emit
 * statements. The program's registers are up to date in the guest state at the end of every instruction where a
 * measurement has such hooks. */
struct hagstone_instruction_hooks {
  /* Once for each superblock, at its first instruction. */
  void (*begin_superblock)(struct hagstone_translation *translation, Addr address);
  void (*begin_instruction)(struct hagstone_translation *translation, Addr address, UInt length);
  /* After each statement that writes registers or computes a temporary. */
  void (*after_statement)(struct hagstone_translation *translation, const IRStmt *statement);
  /* Before the superblock may be left in the middle of the instruction. */
  void (*before_exit)(struct hagstone_translation *translation);
  void (*end_instruction)(struct hagstone_translation *translation);
  /* The superblock ends in a call. Outside of measured windows too. */
  void (*call)(struct hagstone_translation *translation, const IRExpr *target);
  /* It ends in a call or jump, no return, to an address that is computed. */
  void (*indirect)(struct hagstone_translation *translation, IRExpr *target);
};

/* The calling context, zero-extended to I64: loaded once for each superblock. */
IRExpr *hagstone_ir_context(struct hagstone_translation *translation);

IRExpr *hagstone_ir_constant(ULong value);                                   /* I64 */
IRExpr *hagstone_ir_assign(struct hagstone_translation *translation, IRExpr *expression); /* to a new temporary */
IRType hagstone_ir_type(struct hagstone_translation *translation, IRExpr *expression);
/* hagstone_writes_state (register_writes.h). */
Bool hagstone_ir_writes_state(struct hagstone_translation *translation, const IRStmt *statement, Int offset, Int bytes);
/* The temporary's definition; null if the operand is none. */
const IRExpr *hagstone_ir_definition(const struct hagstone_translation *translation, const IRExpr *operand);
IRExpr *hagstone_ir_unary(struct hagstone_translation *translation, IROp operation, IRExpr *operand);
IRExpr *hagstone_ir_binary(struct hagstone_translation *translation, IROp operation, IRExpr *left, IRExpr *right);
IRExpr *hagstone_ir_choose(struct hagstone_translation *translation, IRExpr *condition, IRExpr *yes, IRExpr *no);
IRExpr *hagstone_ir_load(struct hagstone_translation *translation, IRType type, IRExpr *address);
void hagstone_ir_store(struct hagstone_translation *translation, IRExpr *address, IRExpr *data);
/* I1: two integers of the same type, of at most 64 bits, are equal. */
IRExpr *hagstone_ir_equal(struct hagstone_translation *translation, IRExpr *left, IRExpr *right);
/* I1 conjunction; null represents true. */
IRExpr *hagstone_ir_and(struct hagstone_translation *translation, IRExpr *left, IRExpr *right);
/* Calls function(arguments...), up to 6 of them I64, when `guard` is true (null: always). The function returns nothing
 * and does not look at the program's registers. */
void hagstone_ir_call(struct hagstone_translation *translation, IRExpr *guard, const HChar *name, void *function,
                      UInt argument_count, IRExpr *const *arguments);
void hagstone_ir_emit(struct hagstone_translation *translation, IRStmt *statement);

#endif
