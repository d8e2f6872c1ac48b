/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Redundant loads as code in the translation, for programs of one thread (shadow: load_shadow.h; pairs of a place:
 * place_pairs.h). Behind a load of 1, 2, 4, 8, 16 or 32 bytes at `a`:
 *
 *   own       := number of this load's place in this context (looked up once in the superblock)
 *   pairs     := the counts of that place
 *   repeated  := values[a...] equal the loaded value
 *                (floating-point elements: within tolerance)
 *   common    := numbers[a...] are all of one place
 *   watched   := that place is pairs.watch
 *   elsewhere := `a` is not aligned
 *   pairs.repeated += repeated
 *   call hagstone_inline_load, which undoes that, if elsewhere, not common, or repeated and not watched;
 *   floating-point elements: if elsewhere, not watched, or where rounding may decide whether repeated
 *   values[a...] := the loaded value; numbers[a...] := own; times[a...] := now, where scopes are wanted
 *
 * Values, numbers and times are kept by word and granule for loads of four bytes or more, and by byte for shorter ones.
 * An unaligned load reads and writes those of NOWHERE instead, which nothing else uses.
 *
 * All other loads call hagstone_load. With several threads all accesses go to the generic measurement. Code after
 * a load need not check the address: an invalid one has already faulted. */
#include "load_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

#include "../engine_state.h"
#include "exhaustive/translation/instrumentation.h"
#include "../scope/clock.h"
#include "exhaustive/program/threads/threads.h"
#include "exhaustive/translation/superblock.h"
#include "comparison_code.h"
#include "fast_redundant_loads.h"
#include "exhaustive/loads/shadow/load_shadow.h"
#include "exhaustive/loads/pairs/place_numbers.h"
#include "exhaustive/loads/pairs/place_pairs.h"

enum { WORD = 8 };
/* The program has no memory there, but its shadow can be written. */
enum { NOWHERE = 0 };

typedef struct hagstone_translation Translation;
typedef struct hagstone_code_words Words;

static IRExpr *place_in_memory(const void *place) { return hagstone_ir_constant((ULong)(Addr)place); }

static IRExpr *binary(Translation *translation, IROp operation, IRExpr *left, IRExpr *right) {
  return hagstone_ir_binary(translation, operation, left, right);
}

static IRExpr *offset(Translation *translation, IRExpr *address, ULong bytes) {
  return bytes ? binary(translation, Iop_Add64, address, hagstone_ir_constant(bytes)) : address;
}

static Bool is_inline(const struct hagstone_code_access *access) {
  switch (access->bytes) {
    case 1:
    case 2:
    case 4:
    case 8:
    case 16:
    case 32: return access->data && !access->guard && !access->modifies && !hagstone_several_threads();
    default: return False;
  }
}

/* ---- Calls. ---- */

static void load_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  hagstone_load(site, address, bytes, hagstone_engine.context);
}

static void access_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  const struct hagstone_access access = {.site = site,
                                         .address = address,
                                         .bytes = (uint32_t)bytes,
                                         .context = (hagstone_calling_context)hagstone_engine.context,
                                         .thread = (uint32_t)hagstone_engine.thread};
  hagstone_fast_redundant_loads.access(&access);
}

/* An access that is about to happen, if it does not fault. */
static void coming_load_called(const struct hagstone_site *site, ULong address, ULong bytes) {
  if (!VG_(am_is_valid_for_client)(address, bytes, VKI_PROT_READ)) return;
  if (hagstone_several_threads())
    access_called(site, address, bytes);
  else
    load_called(site, address, bytes);
}

static void emit_call(Translation *translation, const struct hagstone_code_access *access, const HChar *name,
                      void *function) {
  IRExpr *arguments[] = {place_in_memory(access->site), access->address, hagstone_ir_constant(access->bytes)};
  hagstone_ir_call(translation, access->guard, name, function, 3, arguments);
}

/* ---- Numbers of places. ---- */

/* Where this load happens. Its data is computed where needed: registers are few. */
struct numbered_load {
  IRExpr *numbers; /* of the superblock's loads, twice; null: no memory */
  IRExpr *pairs;
  ULong index;
};

/* The load's number: twice, or in the low half alone if only that is read, which takes less code. */
static IRExpr *own_number(Translation *translation, const struct numbered_load *load, UInt bytes) {
  return offset(translation, load->numbers, bytes > HAGSTONE_GRANULE ? HAGSTONE_TWICE(load->index) : load->index);
}

static IRExpr *own_pairs(Translation *translation, const struct numbered_load *load, ULong field) {
  return offset(translation, load->pairs, load->index * sizeof(struct hagstone_place_pairs) + field);
}

static struct numbered_load numbered(Translation *translation, const struct hagstone_site *site) {
  struct hagstone_load_block *block = translation->load_block;
  if (!block || block->count == HAGSTONE_LONGEST_LOAD_BLOCK) {
    block = translation->load_block = hagstone_new_load_block();
    if (!block) return (struct numbered_load){NULL, NULL, 0};
    IRExpr *context = hagstone_ir_context(translation);
    IRExpr *known = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->context));
    IRExpr *arguments[] = {place_in_memory(block), context};
    hagstone_ir_call(translation, binary(translation, Iop_CmpNE64, context, known), "hagstone_enter_load_block",
                     hagstone_enter_load_block, 2, arguments);
    translation->number_and_time = NULL;
    translation->load_numbers = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->numbers));
    translation->load_pairs = hagstone_ir_load(translation, Ity_I64, place_in_memory(&block->pairs));
  }
  /* Valgrind unrolls short loops: the same instruction is in the superblock several times. */
  ULong index = 0;
  while (index < block->count && block->sites[index] != site->id) index++;
  if (index == block->count) block->sites[block->count++] = site->id;
  return (struct numbered_load){translation->load_numbers, translation->load_pairs, index};
}

/* ---- Values. ---- */

static IRType type_of(UInt bytes) {
  switch (bytes) {
    case 1: return Ity_I8;
    case 2: return Ity_I16;
    case 4: return Ity_I32;
    default: return Ity_I64;
  }
}

/* Valgrind changes the rounding mode to look at a floating-point register's bits, and takes vectors apart by way of
 * memory. */
static Words loaded_words(Translation *translation, const struct hagstone_code_access *access) {
  if (access->bytes <= WORD && hagstone_ir_type(translation, access->data) == type_of(access->bytes))
    return (Words){{access->data}, 1};
  Words words = {{NULL}, access->bytes <= WORD ? 1 : access->bytes / WORD};
  for (UInt i = 0; i < words.count; i++)
    words.words[i] = hagstone_ir_load(translation, type_of(access->bytes), offset(translation, access->address, WORD * i));
  return words;
}

static IRExpr *bit(Translation *translation, IRExpr *condition) {
  return hagstone_ir_unary(translation, Iop_1Uto64, condition);
}

static IRExpr *or(Translation *translation, IRExpr *so_far, IRExpr *more) {
  return so_far ? binary(translation, Iop_Or64, so_far, more) : more;
}

/* ---- The shadow of a load. ---- */

enum { NUMBERS = offsetof(struct hagstone_loaded_word, numbers), TIMES = offsetof(struct hagstone_loaded_word, times) };
enum { STRIDE = sizeof(struct hagstone_loaded_word) };

struct shadow_of_load {
  IRExpr *address;   /* of the load, or NOWHERE; of one of a granule that of its word */
  IRExpr *within;    /* of a granule: how far behind its word it begins, with the base of the shadow; else null */
  IRExpr *elsewhere; /* not 0: the shadow is not as it should be until hagstone_inline_load is called */
  UInt bytes;
};

static Bool is_short(const struct shadow_of_load *shadow) { return shadow->bytes < HAGSTONE_GRANULE; }

/* Places are computed again each time, since the instruction that accesses them does it for free. */
static IRExpr *scaled_place(Translation *translation, IRExpr *base, IRExpr *address, UInt shift, ULong bytes) {
  IRExpr *scaled = binary(translation, Iop_Shl64, address, IRExpr_Const(IRConst_U8((UChar)shift)));
  return offset(translation, binary(translation, Iop_Add64, base, scaled), bytes);
}

static IRExpr *place_in_word(Translation *translation, const struct shadow_of_load *shadow, ULong bytes) {
  _Static_assert(STRIDE == HAGSTONE_LOADED_WORD << 2, "shifted by 2");
  IRExpr *base = shadow->within ? shadow->within : hagstone_ir_constant(HAGSTONE_LOADED_WORDS);
  return scaled_place(translation, base, shadow->address, 2, bytes);
}

/* The address of word `i` of the loaded value, or the value of a granule or short load. */
static IRExpr *place_of_value(Translation *translation, const struct shadow_of_load *shadow, UInt i) {
  if (is_short(shadow)) return offset(translation, shadow->address, HAGSTONE_BYTE_VALUES);
  return place_in_word(translation, shadow, i * STRIDE);
}

/* Where the numbers (NUMBERS) or times (TIMES) of word `i` of a load of words are, or that of a granule. */
static IRExpr *place_of(Translation *translation, const struct shadow_of_load *shadow, UInt field, UInt i) {
  return place_in_word(translation, shadow, field + i * STRIDE);
}

/* Where the number of byte `i` of a short load is, and behind that its time. */
static IRExpr *place_of_byte(Translation *translation, const struct shadow_of_load *shadow, UInt i) {
  const UInt shift = hagstone_loaded_byte_shift();
  return scaled_place(translation, hagstone_ir_constant(HAGSTONE_LOADED_BYTES), shadow->address, shift, i << shift);
}

static struct shadow_of_load shadow_of(Translation *translation, const struct hagstone_code_access *access) {
  struct shadow_of_load shadow = {access->address, NULL, hagstone_ir_constant(0), access->bytes};
  if (access->bytes > 1) {
    const UInt alignment = access->bytes < WORD ? access->bytes : WORD;
    shadow.elsewhere = binary(translation, Iop_And64, access->address, hagstone_ir_constant(alignment - 1));
    IRExpr *is_aligned = binary(translation, Iop_CmpEQ64, shadow.elsewhere, hagstone_ir_constant(0));
    shadow.address = hagstone_ir_choose(translation, is_aligned, access->address, hagstone_ir_constant(NOWHERE));
  }
  if (access->bytes == HAGSTONE_GRANULE) {
    IRExpr *granule = binary(translation, Iop_And64, shadow.address, hagstone_ir_constant(HAGSTONE_GRANULE));
    shadow.address = binary(translation, Iop_Xor64, shadow.address, granule);
    shadow.within = offset(translation, granule, HAGSTONE_LOADED_WORDS);
  }
  return shadow;
}

static Words known_words(Translation *translation, const struct shadow_of_load *shadow) {
  Words words = {{NULL}, shadow->bytes <= WORD ? 1 : shadow->bytes / WORD};
  for (UInt i = 0; i < words.count; i++)
    words.words[i] = hagstone_ir_load(translation, type_of(shadow->bytes), place_of_value(translation, shadow, i));
  return words;
}

/* The numbers of a load's earlier loads. */
struct numbers {
  IRExpr *first;        /* I32 */
  IRExpr *unlike_first; /* 0: all are the first; null: there is one */
};

static struct numbers numbers_of_short(Translation *translation, const struct shadow_of_load *shadow) {
  IRExpr *first = hagstone_ir_load(translation, Ity_I32, place_of_byte(translation, shadow, 0));
  if (shadow->bytes == 1) return (struct numbers){first, NULL};
  IRExpr *second = hagstone_ir_load(translation, Ity_I32, place_of_byte(translation, shadow, 1));
  return (struct numbers){first,
                          hagstone_ir_unary(translation, Iop_32Uto64, binary(translation, Iop_Xor32, first, second))};
}

static struct numbers numbers_of_words(Translation *translation, const struct shadow_of_load *shadow) {
  IRExpr *unlike_first = NULL, *first = NULL;
  for (UInt i = 0; i * WORD < shadow->bytes; i++) {
    IRExpr *two = hagstone_ir_load(translation, Ity_I64, place_of(translation, shadow, NUMBERS, i));
    if (first)
      unlike_first = or(translation, unlike_first, binary(translation, Iop_Xor64, first, two));
    else
      first = two;
  }
  IRExpr *low = hagstone_ir_unary(translation, Iop_64to32, first);
  IRExpr *high = binary(translation, Iop_Shr64, first, IRExpr_Const(IRConst_U8(32)));
  IRExpr *halves = binary(translation, Iop_Xor64, hagstone_ir_unary(translation, Iop_32Uto64, low), high);
  return (struct numbers){low, or(translation, unlike_first, halves)};
}

static IRExpr *number_of_granule(Translation *translation, const struct shadow_of_load *shadow) {
  return hagstone_ir_load(translation, Ity_I32, place_of(translation, shadow, NUMBERS, 0));
}

static struct numbers earlier_numbers(Translation *translation, const struct shadow_of_load *shadow) {
  if (is_short(shadow)) return numbers_of_short(translation, shadow);
  if (shadow->bytes > HAGSTONE_GRANULE) return numbers_of_words(translation, shadow);
  return (struct numbers){number_of_granule(translation, shadow), NULL};
}

/* 0 if all of a load's earlier numbers, of four bytes or more, are `watch`: less code than to determine them. */
static IRExpr *unlike_watch(Translation *translation, const struct shadow_of_load *shadow, IRExpr *watch) {
  if (shadow->bytes == HAGSTONE_GRANULE)
    return bit(translation, binary(translation, Iop_CmpNE32, number_of_granule(translation, shadow), watch));
  IRExpr *watch_twice = binary(translation, Iop_Mul64, hagstone_ir_unary(translation, Iop_32Uto64, watch),
                               hagstone_ir_constant(HAGSTONE_TWICE(1)));
  IRExpr *unlike = NULL;
  for (UInt i = 0; i * WORD < shadow->bytes; i++) {
    IRExpr *two = hagstone_ir_load(translation, Ity_I64, place_of(translation, shadow, NUMBERS, i));
    unlike = or(translation, unlike, binary(translation, Iop_Xor64, two, watch_twice));
  }
  return unlike;
}

/* The low half of the clock, twice: its value between two loop headers. */
static IRExpr *now_twice(Translation *translation) {
  if (!translation->load_time) {
    IRExpr *now = hagstone_ir_load(translation, Ity_I32, place_in_memory(&hagstone_clock));
    translation->load_time = binary(translation, Iop_32HLto64, now, now);
  }
  return translation->load_time;
}

static void store_for_words(Translation *translation, const struct shadow_of_load *shadow, UInt field, IRExpr *twice) {
  if (shadow->bytes == HAGSTONE_GRANULE)
    hagstone_ir_store(translation, place_of(translation, shadow, field, 0),
                      hagstone_ir_unary(translation, Iop_64to32, twice));
  else
    for (UInt i = 0; i * WORD < shadow->bytes; i++)
      hagstone_ir_store(translation, place_of(translation, shadow, field, i), twice);
}

/* The value that a short load stores for each byte: its number, above it the time, if there are times. */
static IRExpr *own_number_and_time(Translation *translation, const struct numbered_load *load) {
  if (!hagstone_loads_have_times()) return own_number(translation, load, 1);
  if (!translation->number_and_time)
    translation->number_and_time = binary(translation, Iop_32HLto64,
                                          hagstone_ir_unary(translation, Iop_64to32, now_twice(translation)),
                                          hagstone_ir_unary(translation, Iop_64to32, load->numbers));
  return offset(translation, translation->number_and_time, load->index);
}

/* The load is the latest of its bytes. `own`: as own_number_and_time or own_number has it. */
static void store_load(Translation *translation, const struct shadow_of_load *shadow, IRExpr *own) {
  if (!is_short(shadow)) {
    store_for_words(translation, shadow, NUMBERS, own);
    if (hagstone_loads_have_times()) store_for_words(translation, shadow, TIMES, now_twice(translation));
    return;
  }
  IRExpr *kept = hagstone_loads_have_times() ? own : hagstone_ir_unary(translation, Iop_64to32, own);
  for (UInt i = 0; i < shadow->bytes; i++) hagstone_ir_store(translation, place_of_byte(translation, shadow, i), kept);
}

/* ---- A load. ---- */

/* Not 0 where hagstone_inline_load has to look. `watch`: that of the load's place, I32. */
static IRExpr *needs_call(Translation *translation, const struct shadow_of_load *shadow, IRExpr *watch,
                          const struct hagstone_code_comparison *compared) {
  if (compared->unsure)
    return or(translation, or(translation, compared->unsure, unlike_watch(translation, shadow, watch)), shadow->elsewhere);
  const struct numbers numbers = earlier_numbers(translation, shadow);
  IRExpr *another = bit(translation, binary(translation, Iop_CmpNE32, numbers.first, watch));
  IRExpr *no_place = bit(translation, binary(translation, Iop_CmpEQ32, numbers.first, IRExpr_Const(IRConst_U32(0))));
  IRExpr *call = or(translation, binary(translation, Iop_And64, compared->repeated, another), no_place);
  if (numbers.unlike_first) call = or(translation, call, numbers.unlike_first);
  return or(translation, call, shadow->elsewhere);
}

static void emit_inline(Translation *translation, const struct hagstone_code_access *access, struct numbered_load load) {
  const struct shadow_of_load shadow = shadow_of(translation, access);
  const Words earlier = known_words(translation, &shadow), later = loaded_words(translation, access);
  const struct hagstone_code_comparison compared =
      hagstone_code_compare(translation, access->site->element, &earlier, &later);
  const ULong watched = offsetof(struct hagstone_place_pairs, watch),
              repeated = offsetof(struct hagstone_place_pairs, repeated);
  IRExpr *count = hagstone_ir_load(translation, Ity_I32, own_pairs(translation, &load, repeated));
  hagstone_ir_store(translation, own_pairs(translation, &load, repeated),
                    binary(translation, Iop_Add32, count, hagstone_ir_unary(translation, Iop_64to32, compared.repeated)));
  IRExpr *watch = hagstone_ir_load(translation, Ity_I32, own_pairs(translation, &load, watched));
  IRExpr *call = needs_call(translation, &shadow, watch, &compared);
  IRExpr *own = is_short(&shadow) ? own_number_and_time(translation, &load) : own_number(translation, &load, shadow.bytes);
  IRExpr *arguments[] = {place_in_memory(access->site), access->address, own, compared.repeated};
  hagstone_ir_call(translation, binary(translation, Iop_CmpNE64, call, hagstone_ir_constant(0)), "hagstone_inline_load",
                   hagstone_inline_load, 4, arguments);
  for (UInt i = 0; i < later.count; i++)
    hagstone_ir_store(translation, place_of_value(translation, &shadow, i), later.words[i]);
  store_load(translation, &shadow, own);
}

static void before_load(Translation *translation, const struct hagstone_code_access *access) {
  if (access->modifies) emit_call(translation, access, "hagstone_coming_load", coming_load_called);
}

static void after_load(Translation *translation, const struct hagstone_code_access *access) {
  if (access->modifies) return;
  if (hagstone_several_threads()) {
    emit_call(translation, access, "hagstone_access", access_called);
    return;
  }
  struct numbered_load load = {NULL, NULL, 0};
  if (is_inline(access)) load = numbered(translation, access->site);
  if (load.numbers)
    emit_inline(translation, access, load);
  else
    emit_call(translation, access, "hagstone_load", load_called);
}

static void after_store(Translation *translation, const struct hagstone_code_access *access) {
  if (hagstone_several_threads()) emit_call(translation, access, "hagstone_access", access_called);
}

const struct hagstone_code_hooks hagstone_redundant_loads_code = {
    .before_load = before_load, .after_load = after_load, .after_store = after_store};
