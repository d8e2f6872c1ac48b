/* SPDX-License-Identifier: MIT */
#include "attribution.h"

#include "raw_format.h"

double hagstone_attribution_credit(uint64_t sampled, double *accounted, uint32_t live, uint32_t mode) {
  double credit = mode == HAGSTONE_ATTRIBUTION_NONE ? 1.0 : ((double)sampled - *accounted) / (double)live;
  *accounted += credit;
  return credit;
}
