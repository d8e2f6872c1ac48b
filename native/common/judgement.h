/* SPDX-License-Identifier: MIT
 *
 * The meaning of a later access to watched bytes for tools that compare two accesses (metrics.md section 2; WITCH
 * sections 4 and 6.4). Freestanding. */
#ifndef HAGSTONE_JUDGEMENT_H
#define HAGSTONE_JUDGEMENT_H

#include <stdint.h>

#include "compare.h"
#include "raw_format.h"
#include "watched_part.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A place that is stored to in a loop and loaded much later would trap without end under a tool that waits for loads:
 * the watchpoint is given up, and the sample's context continues being represented by others. */
#define HAGSTONE_MOST_KEPT_TRAPS 16u

/* The access that touched the watched bytes, the load of a read-modify-write. */
struct hagstone_later_access {
  uint64_t address;
  uint32_t length;  /* 0: its place is not known */
  uint32_t element; /* enum hagstone_element: how it interprets its bytes */
};

/* Dead stores. `loads`: the instruction loads the watched bytes, also if it then stores to them: a read-modify-write is
 * a load first, so the store before it was not wasted. */
enum hagstone_relation hagstone_judge_stored(int loads);

/* The sampled access, and the part of it that a register watches. */
struct hagstone_watched_access {
  uint64_t address;
  uint32_t length;
  struct hagstone_watched_part part;
};

struct hagstone_value_judgement {
  enum hagstone_comparison comparison; /* UNKNOWN: the other fields have no meaning */
  enum hagstone_relation relation;
  uint16_t flags; /* enum hagstone_pair_flag */
  int partial;    /* the watched part speaks for other bytes that both accesses touched */
};

/* Silent stores and redundant loads: REDUNDANT_WITH if `now`, the value of the later access, repeats `before`,
 * that of the sampled one, CHANGED_BY if not; as floating point where the later access is (metrics.md section 1,
 * Precise / approximate). All bytes that both accesses touched are compared where both values are known; otherwise those
 * of the watched part speak for them. */
struct hagstone_value_judgement hagstone_judge_value(const struct hagstone_watched_access *watched,
                                                     const struct hagstone_later_access *later,
                                                     const struct hagstone_memory_value *before,
                                                     const struct hagstone_memory_value *now, uint32_t tolerance);

#ifdef __cplusplus
}
#endif

#endif
