/** Milliseconds without an answer after which a window says so. The texts name it. */
export const patience = 10_000
