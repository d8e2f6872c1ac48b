/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "access_code.h"

#include "access_events.h"
#include "common/compare.h"
#include "exhaustive/measurements.h"
#include "exhaustive/options.h"
#include "exhaustive/contexts/sites.h"

static const struct hagstone_code_hooks *hooks[HAGSTONE_MOST_MEASUREMENTS];
static UInt hook_count;

void hagstone_start_access_code(void) {
  for (UInt i = 0; i < hagstone_active_count; i++)
    if (hagstone_active[i]->code && !hagstone_options.generic) hooks[hook_count++] = hagstone_active[i]->code;
}

void hagstone_begin_instruction(struct hagstone_instruction *instruction, Addr address, UInt length) {
  instruction->address = address;
  instruction->length = length;
  instruction->decoded = hagstone_decode_accesses(address, length, &instruction->defined) != 0;
  instruction->loads = instruction->stores = 0;
  instruction->accesses = 0;
}

static UInt defined_count(const struct hagstone_instruction *instruction, UInt kind) {
  UInt count = 0;
  for (UInt i = 0; i < instruction->defined.count; i++) count += instruction->defined.items[i].kind == kind;
  return count;
}

Bool hagstone_gathers(const struct hagstone_instruction *instruction) {
  return instruction->decoded && instruction->defined.count == 1 && !instruction->defined.items[0].whole &&
         instruction->defined.items[0].kind == HAGSTONE_LOAD;
}

UInt hagstone_missing_accesses(const struct hagstone_instruction *instruction) {
  if (!instruction->decoded) return 0;
  const UInt loads = defined_count(instruction, HAGSTONE_LOAD), stores = defined_count(instruction, HAGSTONE_STORE);
  return (loads > instruction->loads ? loads - instruction->loads : 0) +
         (stores > instruction->stores ? stores - instruction->stores : 0);
}

/* The element type of the instruction's access number `index` of a kind. */
static UChar element_of(const struct hagstone_instruction *instruction, UInt kind, UInt index, UInt bytes) {
  UChar element = HAGSTONE_ELEMENT_BYTES;
  for (UInt i = 0, seen = 0; i < instruction->defined.count && seen <= index; i++) {
    if (instruction->defined.items[i].kind != kind) continue;
    element = instruction->defined.items[i].element;
    seen++;
  }
  return bytes % hagstone_element_size(element) ? HAGSTONE_ELEMENT_BYTES : element;
}

/* Valgrind reads some operands in parts (cvtps2pd), lowest first. Their bytes if that is one load, otherwise 0. */
static UInt whole_load(const struct hagstone_instruction *instruction) {
  if (!instruction->decoded || defined_count(instruction, HAGSTONE_LOAD) != 1) return 0;
  for (UInt i = 0; i < instruction->defined.count; i++) {
    const struct hagstone_instruction_access *access = &instruction->defined.items[i];
    if (access->kind == HAGSTONE_LOAD) return access->whole ? access->bytes : 0;
  }
  return 0;
}

Bool hagstone_describe_access(struct hagstone_instruction *instruction, enum hagstone_access_kind kind, IRExpr *address,
                              UInt bytes, IRExpr *guard, struct hagstone_code_access *access) {
  UInt *seen = kind == HAGSTONE_LOAD ? &instruction->loads : &instruction->stores;
  const UInt index = (*seen)++;
  if (instruction->decoded && defined_count(instruction, kind) == 0) return False;
  if (kind == HAGSTONE_LOAD && !guard && bytes < whole_load(instruction)) {
    if (index) return False;
    bytes = whole_load(instruction);
  }
  const UChar element = instruction->decoded ? element_of(instruction, kind, index, bytes) : HAGSTONE_ELEMENT_BYTES;
  const struct hagstone_site *site =
      hagstone_instruction_site(instruction->address, instruction->accesses++, kind, element, guard != NULL, bytes);
  if (!site) return False;
  *access = (struct hagstone_code_access){.site = site, .address = address, .guard = guard, .bytes = bytes};
  return True;
}

static IRExpr *site_argument(const struct hagstone_code_access *access) { return hagstone_ir_constant((Addr)access->site); }

void hagstone_emit_before(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  const Bool store = access->site->kind == HAGSTONE_STORE;
  for (UInt i = 0; i < hook_count; i++) {
    if (store && hooks[i]->before_store) hooks[i]->before_store(translation, access);
    if (!store && hooks[i]->before_load) hooks[i]->before_load(translation, access);
  }
  if (store && hagstone_stores_need_before()) {
    IRExpr *arguments[] = {access->address, hagstone_ir_constant(access->bytes)};
    hagstone_ir_call(translation, access->guard, "hagstone_keep_before", hagstone_keep_before, 2, arguments);
  }
}

void hagstone_emit_after(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  const Bool store = access->site->kind == HAGSTONE_STORE;
  for (UInt i = 0; i < hook_count; i++) {
    if (store && hooks[i]->after_store) hooks[i]->after_store(translation, access);
    if (!store && hooks[i]->after_load) hooks[i]->after_load(translation, access);
  }
}

void hagstone_emit_told(struct hagstone_translation *translation, const struct hagstone_code_access *access) {
  if (access->site->kind == HAGSTONE_STORE ? !hagstone_stores_are_told() : !hagstone_loads_are_told()) return;
  IRExpr *arguments[] = {site_argument(access), access->address};
  hagstone_ir_call(translation, access->guard, "hagstone_tell_access", hagstone_tell_access, 2, arguments);
}
