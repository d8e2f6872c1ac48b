/* SPDX-License-Identifier: MIT
 *
 * The inverse of hagstone_distance_bucket (raw_format.h). Only tests read buckets in native code. */
#ifndef HAGSTONE_COMMON_TEST_BUCKET_DISTANCE_H
#define HAGSTONE_COMMON_TEST_BUCKET_DISTANCE_H

#include <stdint.h>

/* Least distance of a bucket. */
static inline uint64_t hagstone_bucket_distance(uint32_t bucket) {
  uint32_t shift = bucket < 2048 ? 0 : bucket / 1024u - 1;
  return (uint64_t)(bucket - shift * 1024u) << shift;
}

#endif
