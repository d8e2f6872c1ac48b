/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "inspected_array.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

#include "common/compare.h"
#include "hagstone.h"
#include "inspections.h"
#include "marked_object.h"
#include "objects/object_records.h"
#include "options.h"
#include "recording/kernel.h"
#include "shadow.h"

enum { LARGEST_ELEMENT = 1 << 16, F80_BYTES = 10 };

int hagstone_compared_element(const struct hagstone_marked_values *values, uint32_t *bytes, uint32_t *element) {
  if (!values->element_bytes || values->element_bytes > LARGEST_ELEMENT || values->type > HAGSTONE_POINTER ||
      values->approximate > 1)
    return 0;
  const int is_float = values->type == HAGSTONE_FLOAT;
  const int is_f80 = is_float && (values->element_bytes == F80_BYTES || values->element_bytes == sizeof(long double));
  *bytes = is_f80 ? F80_BYTES : (uint32_t)values->element_bytes;
  *element = HAGSTONE_ELEMENT_BYTES;
  if (!values->approximate) return 1;
  *element = is_f80        ? HAGSTONE_ELEMENT_F80
             : *bytes == 8 ? HAGSTONE_ELEMENT_F64
             : *bytes == 4 ? HAGSTONE_ELEMENT_F32
                           : HAGSTONE_ELEMENT_BYTES;
  return is_float && *element != HAGSTONE_ELEMENT_BYTES;
}

static void count_dropped(enum hagstone_statistic why) { ++*hagstone_statistic(why); }

/* Whether every byte between the first and the last element may be read. */
static int is_readable(uint64_t base, int64_t stride, uint64_t count, uint64_t bytes) {
  const uint64_t step = stride < 0 ? -(uint64_t)stride : (uint64_t)stride;
  if (count > 1 && step > HAGSTONE_PROGRAM_END / (count - 1)) return 0;
  const uint64_t reach = step * (count - 1);
  if (base >= HAGSTONE_PROGRAM_END || (stride < 0 && base < reach)) return 0;
  const uint64_t first = stride < 0 ? base - reach : base;
  return VG_(am_is_valid_for_client)(first, reach + bytes, VKI_PROT_READ) && hagstone_kernel_can_read(first, reach + bytes);
}

void hagstone_inspect_marked_array(uint64_t base, int64_t stride, uint64_t count,
                                   const struct hagstone_marked_values *values, uint32_t context) {
  uint32_t bytes, element;
  struct hagstone_data_object object;
  if (!hagstone_compared_element(values, &bytes, &element)) {
    count_dropped(HAGSTONE_STATISTIC_dropped_marks_unusable);
    return;
  }
  const int is_known = hagstone_marked_object(base, &object);
  if (!stride) stride = (int64_t)values->element_bytes;
  if (!count && is_known) count = (object.start + object.bytes - base) / values->element_bytes;
  if (!count) {
    count_dropped(HAGSTONE_STATISTIC_dropped_marks_no_object);
    return;
  }
  if (!is_readable(base, stride, count, bytes)) {
    count_dropped(HAGSTONE_STATISTIC_dropped_marks_unreadable);
    return;
  }
  const struct hagstone_object_record *record = is_known ? hagstone_object_record(&object) : 0;
  const struct hagstone_inspection inspection = {.context = context,
                                                 .object = record ? record->id : 0,
                                                 .element_bytes = (uint32_t)values->element_bytes,
                                                 .group = HAGSTONE_GROUP_ARRAY,
                                                 .type = (uint8_t)values->type,
                                                 .approximate = (uint8_t)values->approximate};
  const struct hagstone_elements elements = {.first = (const uint8_t *)base,
                                             .stride = stride,
                                             .count = count,
                                             .bytes = bytes,
                                             .element = element,
                                             .tolerance = hagstone_tolerance()};
  hagstone_inspect(&inspection, &elements, hagstone_options.spatial_threshold);
}
