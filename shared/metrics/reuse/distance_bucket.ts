/** Buckets of exact reuse distances, three significant digits (hagstone_distance_bucket in native/common/raw_format.h). */

/** Distances below have buckets of their own; above, every octave has OCTAVE_BUCKETS of equal width. */
const EXACT_BUCKETS = 2048
const OCTAVE_BUCKETS = 1024
/** No distance is 2^53 or more: counters do not get that far. */
export const BUCKET_COUNT = EXACT_BUCKETS + (53 - Math.log2(EXACT_BUCKETS)) * OCTAVE_BUCKETS

/** Bucket of a distance. */
export function distanceBucket(distance: number): number {
  let shift = 0
  while (distance / 2 ** shift >= EXACT_BUCKETS) shift++
  return shift * OCTAVE_BUCKETS + Math.floor(distance / 2 ** shift)
}

/** Least distance of a bucket. */
export function bucketDistance(bucket: number): number {
  const shift = bucket < EXACT_BUCKETS ? 0 : Math.floor(bucket / OCTAVE_BUCKETS) - 1
  return (bucket - shift * OCTAVE_BUCKETS) * 2 ** shift
}
