/* SPDX-License-Identifier: MIT */
#include "judgement.h"

enum hagstone_relation hagstone_judge_stored(int loads) {
  return loads ? HAGSTONE_RELATION_USED_BY : HAGSTONE_RELATION_KILLED_BY;
}

struct range {
  uint64_t begin, end;
};

static struct range common_bytes(uint64_t address, uint32_t length, const struct hagstone_later_access *later) {
  struct range common = {address, address + length};
  if (later->length && later->address > common.begin) common.begin = later->address;
  if (later->length && later->address + later->length < common.end) common.end = later->address + later->length;
  return common;
}

struct hagstone_value_judgement hagstone_judge_value(const struct hagstone_watched_access *watched,
                                                     const struct hagstone_later_access *later,
                                                     const struct hagstone_memory_value *before,
                                                     const struct hagstone_memory_value *now, uint32_t tolerance) {
  struct hagstone_value_judgement judgement = {HAGSTONE_COMPARISON_UNKNOWN, HAGSTONE_RELATION_CHANGED_BY,
                                               later->element == HAGSTONE_ELEMENT_BYTES ? 0 : HAGSTONE_PAIR_APPROXIMATE, 0};
  struct range compared = common_bytes(watched->part.address, watched->part.length, later);
  const struct range both = common_bytes(watched->address, watched->length, later);
  const uint32_t length = (uint32_t)(both.end - both.begin);
  if (later->length && hagstone_value_is_known(before, both.begin, length) &&
      hagstone_value_is_known(now, both.begin, length))
    compared = both;
  judgement.partial = compared.begin > both.begin || compared.end < both.end;
  /* Where the address is not known (the access overwrote its own registers) elements are taken to be aligned, which
   * compilers see to; those of 10 bytes are not. */
  if (!later->length && later->element == HAGSTONE_ELEMENT_F80) return judgement;
  const uint64_t first_element = later->length ? later->address : 0;
  judgement.comparison = hagstone_compare(before, now, compared.begin, (uint32_t)(compared.end - compared.begin),
                                          later->element, first_element, tolerance);
  if (judgement.comparison == HAGSTONE_COMPARISON_REPEATED) judgement.relation = HAGSTONE_RELATION_REDUNDANT_WITH;
  return judgement;
}
