/**
 * Loads and stores per second of CPU time of a program whose accesses were not counted: some 0.4 of the instructions of compiled x86-64
 * code access memory (Hennessy and Patterson, Computer Architecture, 6th edition, appendix A), and processors of 2 to 4 GHz retire
 * 0.4 to 2 instructions per cycle. `likely` is the geometric mean of both ends.
 */
export const ESTIMATED_ACCESS_RATE = { low: 0.3e9, likely: 1e9, high: 3e9 } as const
