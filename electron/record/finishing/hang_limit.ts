/** Ends a program that is asked something and hangs, ms: no machine is so busy that one that works takes so long. */
export const hangLimit = 300_000
