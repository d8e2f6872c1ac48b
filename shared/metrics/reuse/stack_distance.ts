/**
 * Stack distances from time distances. Every function maps a time distance D (accesses, at least 1) to distinct
 * locations in between (0 for an immediate reuse) by the distribution of all time distances of the program.
 */
import type { Survival } from './survival.ts'

/**
 * Expected distinct locations between two accesses D apart: ES(D) = E[min(TD, D)] - 1 (StatStack: Eklov & Hagersten,
 * ISPASS 2010).
 */
export function expectedStackDistance(program: Survival, distance: number): number {
  return Math.max(0, program.expectedMinimum(distance) - 1)
}

/**
 * Standard deviation around ES(D) by Shen et al. (POPL 2007; RDX, appendix): each of `footprint` locations is in
 * between independently with the same probability, so that their number is binomial.
 */
export function binomialDeviation(mean: number, footprint: number): number {
  return Math.sqrt(mean * (1 - Math.min(mean / footprint, 0.999999)))
}

/**
 * Distinct locations of the program as its time distances show them: the expected number in the longest interval seen.
 * RDX takes a quarter of the resident set where nothing is known; this follows from the samples themselves.
 */
export function footprintOf(program: Survival): number {
  return Math.max(1, program.expectedMinimum(program.distances.at(-1) ?? 1))
}
