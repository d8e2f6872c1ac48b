/** Below this share a line's number is not written into the margin. */
export const leastHeat = 0.0005
