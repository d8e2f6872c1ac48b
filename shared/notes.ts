/** Longest text of a note on a pair, in characters. */
export const LONGEST_NOTE = 10_000
