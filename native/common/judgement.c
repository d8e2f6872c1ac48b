/* SPDX-License-Identifier: MIT */
#include "judgement.h"

enum hagstone_relation hagstone_judge_stored(int loads) {
  return loads ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_KILLED_BY;
}

struct hagstone_value_judgement hagstone_judge_value(struct hagstone_watched_part part,
                                                     const struct hagstone_later_access *later,
                                                     const struct hagstone_memory_value *before,
                                                     const struct hagstone_memory_value *now, uint32_t tolerance) {
  struct hagstone_value_judgement judgement = {
      HAGSTONE_COMPARISON_UNKNOWN, HAGSTONE_RELATION_CHANGED_BY,
      later->element == HAGSTONE_ELEMENT_BYTES ? 0 : HAGSTONE_PAIR_APPROXIMATE};
  uint64_t begin = part.address, end = begin + part.length;
  if (later->length) {
    if (later->address > begin) begin = later->address;
    if (later->address + later->length < end) end = later->address + later->length;
  }
  /* Where the address is not known (the access overwrote its own registers) elements are taken to be aligned, which
   * compilers see to; those of 10 bytes are not. */
  if (!later->length && later->element == HAGSTONE_ELEMENT_F80) return judgement;
  const uint64_t first_element = later->length ? later->address : 0;
  judgement.comparison =
      hagstone_compare(before, now, begin, (uint32_t)(end - begin), later->element, first_element, tolerance);
  if (judgement.comparison == HAGSTONE_COMPARISON_REPEATED) judgement.relation = HAGSTONE_RELATION_REDUNDANT_WITH;
  return judgement;
}
