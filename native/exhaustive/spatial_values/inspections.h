/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Results of inspecting arrays and registers, summed for each mark in the recording (struct
 * hagstone_spatial_values). */
#ifndef HAGSTONE_EXHAUSTIVE_INSPECTIONS_H
#define HAGSTONE_EXHAUSTIVE_INSPECTIONS_H

#include <stdint.h>

#include "distinct_values.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where values were inspected, and why. */
struct hagstone_inspection {
  uint32_t context;       /* context record of the mark; 0: end of a window */
  uint32_t object;        /* id of an object record; 0: none */
  uint32_t element_bytes; /* as the program says */
  uint8_t group;          /* enum hagstone_value_group */
  uint8_t type;           /* enum hagstone_value_type of hagstone.h */
  uint8_t approximate;
};

/* Inspects the elements; they are recorded if the share of those that are not unique is above `threshold` (billionths).
 * Marks without room are counted (dropped_marks_no_room). */
void hagstone_inspect(const struct hagstone_inspection *inspection, const struct hagstone_elements *elements,
                      uint32_t threshold);

/* In the child of a fork: the records are gone with the parent's recording. */
void hagstone_forget_inspections(void);

#ifdef __cplusplus
}
#endif

#endif
