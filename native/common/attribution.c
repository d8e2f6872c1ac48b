/* SPDX-License-Identifier: MIT */
#include "attribution.h"

double hagstone_attribution_credit(uint64_t sampled, double *accounted, uint64_t own, uint64_t live, uint32_t mode) {
  double credit = (double)own;
  if (mode != HAGSTONE_ATTRIBUTION_NONE) credit *= ((double)sampled - *accounted) / (double)live;
  *accounted += credit;
  return credit;
}

void hagstone_attribution_count_end(struct hagstone_watch_context *context, uint32_t relation, double amount,
                                    double inclusion) {
  const double weighed = amount / inclusion;
  switch (relation) {
    case HAGSTONE_RELATION_KILLED_BY:
    case HAGSTONE_RELATION_REDUNDANT_WITH: context->weighed_waste += weighed; break;
    case HAGSTONE_RELATION_USED_BY:
    case HAGSTONE_RELATION_CHANGED_BY: context->weighed_use += weighed; break;
    case 0: context->weighed_ended += weighed; break;
    default: break; /* a reuse is neither */
  }
}
