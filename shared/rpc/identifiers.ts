/** Identifiers that windows use for the host's open objects. */

export type ProfileId = number
export type ViewId = number
export type RecordingId = number

/** Row of the tree's depth-first table; stable within one opened profile. */
export type NodeId = number

/** Index of a pair in the opened profile. */
export type PairId = number

/** Two opened profiles under comparison. */
export type ComparisonId = number
