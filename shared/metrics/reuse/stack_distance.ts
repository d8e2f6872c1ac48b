/**
 * Stack distances from time distances. Every function maps a time distance D (accesses, at least 1) to distinct
 * locations in between (0 for an immediate reuse) by the distribution of all time distances of the program. Both papers
 * take an access for one location. Vectors and copied structures touch several: the accesses in between then leave as many
 * times more.
 */
import type { Conversion } from '../../report.ts'
import type { Survival } from './survival.ts'

/** For a run without distinguishable phases, it is by expectation. */
export const DEFAULT_CONVERSION: Conversion = 'windows'

/**
 * Expected distinct locations between two accesses D apart: ES(D) = E[min(TD, D)] - 1 (StatStack: Eklov & Hagersten,
 * ISPASS 2010), times the locations of an access.
 */
export function expectedStackDistance(program: Survival, distance: number, locationsPerAccess: number): number {
  return Math.max(0, locationsPerAccess * (program.expectedMinimum(distance) - 1))
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
export function footprintOf(program: Survival, locationsPerAccess: number): number {
  return Math.max(1, locationsPerAccess * program.expectedMinimum(program.distances.at(-1) ?? 1))
}
