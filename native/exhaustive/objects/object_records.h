/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The records of data objects: one for each static symbol and each allocation context. */
#ifndef HAGSTONE_EXHAUSTIVE_OBJECT_RECORDS_H
#define HAGSTONE_EXHAUSTIVE_OBJECT_RECORDS_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hagstone_object_record {
  uint32_t id;
  struct hagstone_object_count *count; /* of the loads that the tool spatial-loads saw */
};

/* The record of the object's symbol or allocation context, written on first use. Null: no room, counted as dropped_pairs_full. */
const struct hagstone_object_record *hagstone_object_record(const struct hagstone_data_object *object);

/* In the child of a fork: the records are gone with the parent's recording. */
void hagstone_forget_object_records(void);

#ifdef __cplusplus
}
#endif

#endif
