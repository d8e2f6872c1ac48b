/** The two accesses of a pair. */

export type Side = 'source' | 'target'
