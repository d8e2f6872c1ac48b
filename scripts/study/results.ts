/**
 * The sections' results on this machine, kept in build/study/results so that a run can be resumed and single parts
 * repeated.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Validation } from '../../shared/validation.ts'
import { describeMachine } from '../bench/machine.ts'
import { studyDirectory } from './directories.ts'

/** The result for one program and section. It is used again only if `circumstances` are the same. */
export interface Kept<Result> {
  circumstances: Record<string, unknown>
  /** Described by scripts/bench/machine.ts. */
  machine: string
  /** ISO 8601. */
  measuredAt: string
  result: Result
}

/** Fraction of each tool, and its wasteful pairs by their places, the largest first. */
export interface Found {
  fractions: Record<string, number | null>
  topPairs: Record<string, string[]>
}

export interface BurstyResult {
  full: Found
  windows: Array<{ window: string; found: Found }>
}

export interface DeviationResult {
  rate: number
  /** One for each recording: fraction by tool, and samples. */
  runs: Array<{ fractions: Record<string, number | null>; samples: Record<string, number> }>
}

/** Seconds of CPU and KiB at the most: of the plain run, and of each observer, beside the plain runs just before and after it. */
export interface CostResult {
  plain: { cpu: number; peakKiB: number }
  observers: Array<{ name: string; cpu: number; peakKiB: number; plainCpu: number }>
}

export interface RanksResult {
  ranks: number
  exact: Record<string, number | null>
  sampled: Record<string, number | null>
  samples: Record<string, number>
}

export interface SectionResults {
  accuracy: Validation
  reuse: Validation
  bursty: BurstyResult
  deviation: DeviationResult
  ranks: RanksResult
  cost: CostResult
}
export type SectionName = keyof SectionResults

interface KeptSection<Result> {
  /** STUDY_SECONDS, STUDY_RATE and STUDY_LIVE_RUNS of the measurement. */
  seconds: number
  rate: number | null
  liveRuns: number | null
  machine: string
  measuredAt: string
  result: Result
}

/** The data of a program's rows on the page: its sections as far as they were run. */
export interface ProgramResults {
  name: string
  version: string
  sections: { [Name in SectionName]?: KeptSection<SectionResults[Name]> }
}

export const resultsDirectory = join(studyDirectory, 'results')

const fileOf = (program: string, section: SectionName) => join(resultsDirectory, program, `${section}.json`)

export function known<Name extends SectionName>(program: string, section: Name): Kept<SectionResults[Name]> | null {
  const file = fileOf(program, section)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept<SectionResults[Name]>) : null
}

/** The kept result of the same circumstances, or what `measure` finds, which is kept then; with `again` always the latter. */
export function once<Name extends SectionName>(
  program: string,
  section: Name,
  circumstances: Record<string, unknown>,
  { again, measure }: { again: boolean; measure: () => SectionResults[Name] },
): SectionResults[Name] {
  const kept = again ? null : known(program, section)
  if (kept !== null && JSON.stringify(kept.circumstances) === JSON.stringify(circumstances)) return kept.result
  console.error(`study: ${program}, ${section} …`)
  const result = measure()
  const file = fileOf(program, section)
  mkdirSync(dirname(file), { recursive: true })
  const keep: Kept<SectionResults[Name]> = { circumstances, machine: describeMachine(), measuredAt: new Date().toISOString(), result }
  writeFileSync(file, JSON.stringify(keep))
  return result
}
