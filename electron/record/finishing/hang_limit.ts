/** Kills a helper program that hangs, ms: even on a busy machine a working one answers sooner. */
export const hangLimit = 300_000
