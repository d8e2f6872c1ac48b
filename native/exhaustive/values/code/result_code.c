/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "result_code.h"

#include "libvex_guest_amd64.h"

#include "exhaustive/instructions/instruction_writes.h"
#include "code_place.h"
#include "common/compare.h"
#include "exhaustive/values/instruction_class.h"
#include "stream_code.h"
#include "exhaustive/values/value_elements.h"

/* A register that the instruction at hand writes. */
struct result {
  struct hagstone_register_write write;
  Bool written;  /* a statement has done so */
  Bool emitted;
  IRExpr *x87;   /* the value; null: not written yet */
};

/* Valgrind translates one instruction at a time. */
static struct {
  Addr address;
  UInt length;
  UInt count;
  UInt x87_count; /* written so far */
  struct result results[HAGSTONE_MOST_REGISTER_WRITES];
} instruction;

void hagstone_begin_results(Addr address, UInt length) {
  struct hagstone_instruction_writes writes;
  instruction.address = address;
  instruction.length = length;
  instruction.count = instruction.x87_count = 0;
  if (!hagstone_decode_writes(address, length, &writes)) return;
  for (UInt i = 0; i < writes.count; i++)
    if (!writes.items[i].loads && !writes.items[i].stack_pointer)
      instruction.results[instruction.count++] = (struct result){.write = writes.items[i]};
}

/* Where the guest state has the value; -1: x87, which depends on the stack's top. */
static Int place_of(const struct hagstone_register_write *write) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER:
      return (Int)(offsetof(VexGuestAMD64State, guest_RAX) + 8u * write->number + write->offset);
    case HAGSTONE_VECTOR_REGISTER:
      return (Int)(offsetof(VexGuestAMD64State, guest_YMM0) + sizeof(U256) * write->number + write->offset);
    case HAGSTONE_MMX_REGISTER:
      return (Int)(offsetof(VexGuestAMD64State, guest_FPREG) + 8u * write->number + write->offset);
    default: return -1;
  }
}

static UShort register_number(const struct hagstone_register_write *write) {
  switch (write->file) {
    case HAGSTONE_GENERAL_REGISTER: return HAGSTONE_VALUE_GENERAL + write->number;
    case HAGSTONE_VECTOR_REGISTER: return HAGSTONE_VALUE_VECTOR + write->number;
    case HAGSTONE_MMX_REGISTER: return HAGSTONE_VALUE_MMX + write->number;
    default: return HAGSTONE_VALUE_X87 + write->number;
  }
}

static void note_x87(const IRPutI *put) {
  if (put->descr->base != offsetof(VexGuestAMD64State, guest_FPREG) || put->descr->elemTy != Ity_F64) return;
  for (UInt i = 0; i < instruction.count; i++) {
    struct result *result = &instruction.results[i];
    if (result->write.file == HAGSTONE_X87_REGISTER && result->write.number == instruction.x87_count)
      result->x87 = put->data;
  }
  instruction.x87_count++;
}

void hagstone_note_result(struct hagstone_translation *translation, const IRStmt *statement) {
  if (statement->tag == Ist_PutI) note_x87(statement->Ist.PutI.details);
  for (UInt i = 0; i < instruction.count; i++) {
    const struct hagstone_register_write *write = &instruction.results[i].write;
    const Int place = place_of(write);
    if (place >= 0 && hagstone_ir_writes_state(translation, statement, place, write->bytes))
      instruction.results[i].written = True;
  }
}

static struct hagstone_value_stream *stream_of(const struct hagstone_register_write *write, UInt element_number) {
  struct hagstone_value_table description = {
      .role = HAGSTONE_VALUE_RESULT,
      .slot = (UShort)(register_number(write) * 8 + element_number),
      .instruction_class = hagstone_instruction_class(instruction.address, instruction.length, write->element),
      .element = write->element,
      .bytes = (UChar)hagstone_value_element_bytes(write->bytes, element_number),
  };
  hagstone_set_place(&description, instruction.address);
  return hagstone_value_stream(&description);
}

static void emit(struct hagstone_translation *translation, struct result *result) {
  result->emitted = True;
  if (result->write.file == HAGSTONE_X87_REGISTER) {
    /* A double, regardless of its width in the processor. */
    result->write.bytes = sizeof(double);
    result->write.element = HAGSTONE_ELEMENT_F64;
    struct hagstone_value_stream *stream = result->x87 ? stream_of(&result->write, 0) : NULL;
    if (stream) hagstone_emit_value(translation, stream, hagstone_emit_element(translation, result->x87, 0), NULL);
    return;
  }
  const UInt count = hagstone_value_elements(result->write.bytes);
  for (UInt i = 0; i < count; i++) {
    struct hagstone_value_stream *stream = stream_of(&result->write, i);
    if (!stream) return;
    const IRType type = hagstone_integer_type(hagstone_value_element_bytes(result->write.bytes, i));
    IRExpr *part = hagstone_ir_assign(translation, IRExpr_Get(place_of(&result->write) + 8 * (Int)i, type));
    hagstone_emit_value(translation, stream, hagstone_emit_element(translation, part, 0), NULL);
  }
}

void hagstone_emit_early_results(struct hagstone_translation *translation) {
  for (UInt i = 0; i < instruction.count; i++) {
    struct result *result = &instruction.results[i];
    if (!result->emitted && (result->written || result->x87)) emit(translation, result);
  }
}

void hagstone_emit_results(struct hagstone_translation *translation) {
  hagstone_emit_early_results(translation);
  instruction.count = 0;
}
