/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "inspected_registers.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "libvex_guest_amd64.h"

#include "common/compare.h"
#include "hagstone.h"
#include "inspections.h"
#include "measurement.h"
#include "options.h"

enum { GENERAL_REGISTERS = 16, X87_REGISTERS = 8, SIMD_REGISTERS = 16, XMM_BYTES = 16, YMM_BYTES = 32 };

static void read_state(ThreadId thread, PtrdiffT offset, SizeT bytes, void *to) {
  VG_(get_shadow_regs_area)(thread, to, 0, offset, bytes);
}

static void inspect(const struct hagstone_marked_values *values, enum hagstone_value_group group, uint32_t context,
                    const void *first, uint64_t count) {
  uint32_t bytes, element;
  if (!count) return;
  if (!hagstone_compared_element(values, &bytes, &element)) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_marks_unusable);
    return;
  }
  const struct hagstone_inspection inspection = {.context = context,
                                                 .element_bytes = (uint32_t)values->element_bytes,
                                                 .group = (uint8_t)group,
                                                 .type = (uint8_t)values->type,
                                                 .approximate = (uint8_t)values->approximate};
  const struct hagstone_elements elements = {.first = first,
                                             .stride = (int64_t)values->element_bytes,
                                             .count = count,
                                             .bytes = bytes,
                                             .element = element,
                                             .tolerance = hagstone_tolerance()};
  hagstone_inspect(&inspection, &elements, hagstone_options.spatial_threshold);
}

static void inspect_general(ThreadId thread, uint32_t context) {
  static const struct hagstone_marked_values as_words = {.element_bytes = 8, .type = HAGSTONE_UNSIGNED};
  uint64_t registers[GENERAL_REGISTERS];
  read_state(thread, offsetof(VexGuestAMD64State, guest_RAX), sizeof registers, registers);
  inspect(&as_words, HAGSTONE_GROUP_GENERAL, context, registers, GENERAL_REGISTERS);
}

/* Valgrind keeps them as doubles. */
static void inspect_x87(ThreadId thread, uint32_t context) {
  static const struct hagstone_marked_values as_numbers = {.element_bytes = 8, .type = HAGSTONE_FLOAT, .approximate = 1};
  uint64_t registers[X87_REGISTERS], used = 0;
  uint8_t tags[X87_REGISTERS];
  read_state(thread, offsetof(VexGuestAMD64State, guest_FPREG), sizeof registers, registers);
  read_state(thread, offsetof(VexGuestAMD64State, guest_FPTAG), sizeof tags, tags);
  for (UInt i = 0; i < X87_REGISTERS; i++)
    if (tags[i]) registers[used++] = registers[i];
  inspect(&as_numbers, HAGSTONE_GROUP_X87, context, registers, used);
}

static int is_zero(const uint8_t *bytes, UInt count) {
  for (UInt i = 0; i < count; i++)
    if (bytes[i]) return 0;
  return 1;
}

/* Whether registers consist of elements of this size and type; long doubles are in none of them. */
static int has_elements(const struct hagstone_marked_values *values) {
  if (values->type == HAGSTONE_FLOAT)
    return values->element_bytes == sizeof(float) || values->element_bytes == sizeof(double);
  return values->element_bytes && XMM_BYTES % values->element_bytes == 0;
}

static void inspect_simd(ThreadId thread, const struct hagstone_marked_values *values, uint32_t context) {
  if (values->type != HAGSTONE_BYTES && !has_elements(values)) {
    ++*hagstone_statistic(HAGSTONE_STATISTIC_dropped_marks_unusable);
    return;
  }
  uint8_t registers[SIMD_REGISTERS * YMM_BYTES];
  read_state(thread, offsetof(VexGuestAMD64State, guest_YMM0), sizeof registers, registers);
  int upper_used = 0;
  for (UInt i = 0; i < SIMD_REGISTERS; i++) upper_used |= !is_zero(registers + i * YMM_BYTES + XMM_BYTES, XMM_BYTES);
  const UInt width = upper_used ? YMM_BYTES : XMM_BYTES;
  for (UInt i = 1; i < SIMD_REGISTERS; i++) VG_(memmove)(registers + i * width, registers + i * YMM_BYTES, width);
  struct hagstone_marked_values taken = *values;
  if (taken.type == HAGSTONE_BYTES) taken.element_bytes = width;
  inspect(&taken, HAGSTONE_GROUP_SIMD, context, registers, SIMD_REGISTERS * width / taken.element_bytes);
}

void hagstone_inspect_thread_registers(ThreadId thread, const struct hagstone_marked_values *values, uint32_t context) {
  inspect_general(thread, context);
  inspect_x87(thread, context);
  inspect_simd(thread, values, context);
}
