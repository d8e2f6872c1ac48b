/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "repeated_operations.h"

#include "exhaustive/tables/growing_array.h"

/* An instruction with an operation writes fewer registers. */
enum { MOST_TAKEN_OVER = 8 };

static struct hagstone_known_operation *operations;
static UInt operation_count, operation_capacity;

/* Temporaries by the instruction whose operation they come of. */
struct led_to {
  IRTemp temporary;
  UInt instruction;
};
static struct led_to *results;
static UInt result_count, result_capacity;

static UInt instruction;
static Bool has_operation;
static IRTemp taken_over[MOST_TAKEN_OVER];
static UInt taken_over_count;

void hagstone_forget_operations(void) { operation_count = result_count = instruction = 0; }

void hagstone_begin_operations(void) {
  instruction++;
  has_operation = False;
  taken_over_count = 0;
}

static void add_result(IRTemp temporary) {
  struct led_to *room = hagstone_with_room(results, result_count, &result_capacity, sizeof *results);
  if (!room) return;
  results = room;
  results[result_count++] = (struct led_to){temporary, instruction};
}

void hagstone_note_operation(const IRStmt *statement) {
  struct hagstone_known_operation *room =
      hagstone_with_room(operations, operation_count, &operation_capacity, sizeof *operations);
  if (!room) return;
  operations = room;
  operations[operation_count++] = (struct hagstone_known_operation){statement->Ist.WrTmp.data, instruction};
  has_operation = True;
  add_result(statement->Ist.WrTmp.tmp);
}

static const IRExpr *source_of(const IRStmt *statement) {
  switch (statement->tag) {
    case Ist_WrTmp: return statement->Ist.WrTmp.data;
    case Ist_Put: return statement->Ist.Put.data;
    case Ist_PutI: return statement->Ist.PutI.details->data;
    default: return NULL;
  }
}

void hagstone_note_other_statement(const IRStmt *statement) {
  if (has_operation) {
    if (statement->tag == Ist_WrTmp) add_result(statement->Ist.WrTmp.tmp);
    return;
  }
  const IRExpr *source = source_of(statement);
  if (source && source->tag == Iex_RdTmp && taken_over_count < MOST_TAKEN_OVER)
    taken_over[taken_over_count++] = source->Iex.RdTmp.tmp;
}

static UInt instruction_of(IRTemp temporary) {
  for (UInt i = 0; i < result_count; i++)
    if (results[i].temporary == temporary) return results[i].instruction;
  return 0;
}

UInt hagstone_operations_taken_over(const struct hagstone_known_operation **first) {
  UInt earlier = 0, count = 0;
  for (UInt i = 0; i < taken_over_count && !earlier; i++) earlier = instruction_of(taken_over[i]);
  for (UInt i = 0; i < operation_count && earlier; i++) {
    if (operations[i].instruction != earlier) continue;
    if (count++ == 0) *first = &operations[i];
  }
  return count;
}
