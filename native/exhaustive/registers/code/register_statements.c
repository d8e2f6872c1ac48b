/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "register_statements.h"

#include "exhaustive/instructions/register_writes.h"
#include "common/raw_format.h"
#include "exhaustive/registers/register_state.h"

enum { NO_STATEMENT = -1 };

static void note(struct hagstone_pending_write *write, Int statement) {
  if (write->first == NO_STATEMENT) write->first = statement;
  write->last = statement;
}

/* The next register of the x87 that has no statement yet. */
static void note_x87(struct hagstone_pending_writes *writes, const IRPutI *put, Int statement) {
  if (put->descr->base != HAGSTONE_X87_OFFSET) return;
  for (UInt i = 0; i < writes->count; i++) {
    struct hagstone_pending_write *write = &writes->items[i];
    if (write->written->write.file != HAGSTONE_X87_REGISTER || write->put) continue;
    write->put = put;
    note(write, statement);
    return;
  }
}

static void note_statement(struct hagstone_pending_writes *writes, const IRSB *in, Int statement) {
  if (in->stmts[statement]->tag == Ist_PutI) {
    note_x87(writes, in->stmts[statement]->Ist.PutI.details, statement);
    return;
  }
  for (UInt i = 0; i < writes->count; i++) {
    const struct hagstone_register_write *write = &writes->items[i].written->write;
    if (write->file != HAGSTONE_X87_REGISTER &&
        hagstone_writes_state(in->tyenv, in->stmts[statement], hagstone_register_offset(write), write->bytes))
      note(&writes->items[i], statement);
  }
}

static void drop_unseen(struct hagstone_pending_writes *writes) {
  UInt kept = 0;
  for (UInt i = 0; i < writes->count; i++) {
    if (writes->items[i].first == NO_STATEMENT)
      ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_register_form);
    else
      writes->items[kept++] = writes->items[i];
  }
  writes->count = kept;
}

void hagstone_find_register_writes(const IRSB *in, Int mark, struct hagstone_pending_writes *writes) {
  const IRStmt *statement = in->stmts[mark];
  struct hagstone_instruction_writes decoded;
  writes->count = 0;
  if (!hagstone_decode_writes(statement->Ist.IMark.addr, statement->Ist.IMark.len, &decoded)) return;
  for (UInt i = 0; i < decoded.count; i++) {
    struct hagstone_written_register *written = hagstone_written_register_of(statement->Ist.IMark.addr, &decoded, i);
    if (written)
      writes->items[writes->count++] = (struct hagstone_pending_write){.written = written, .first = NO_STATEMENT};
  }
  for (Int i = mark + 1; writes->count && i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
    note_statement(writes, in, i);
  drop_unseen(writes);
}
