/** A trial: one or several runs of Hagstone under some condition, and the faults found. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../../e2e/support/hagstone.ts'
import type { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { readFindings } from './findings.ts'
import { start } from './processes.ts'
import type { RecordedProgram, RecordedPrograms } from './programs.ts'

export interface Circumstances {
  /** Marks the processes of this trial. */
  name: string
  /** Empty; removed unless something was found. */
  directory: string
  /** Environment of the processes: temporary files and Hagstone's own state are in `directory`. */
  environment: Record<string, string>
  programs: RecordedPrograms
  random: SeededRandom
}

export interface Outcome {
  /** How it ended, for the summary: few different texts. */
  ended: string
  /** The faults, one line each. */
  findings: string[]
}

export interface Trial {
  name: string
  what: string
  /** Why it cannot be done on this machine. */
  missing: string | null
  run(circumstances: Circumstances): Promise<Outcome>
}

export const hagstoneCommand = (...words: string[]): string[] => [...commandLine, ...words]

export interface ChosenRun {
  program: RecordedProgram
  /** Options of `record`. */
  options: string[]
}

/** One of four, and all where the machine cannot sample. */
export function isExhaustive({ random, programs }: Pick<Circumstances, 'random' | 'programs'>): boolean {
  return random.nextBelow(4) === 0 || programs.sampled.length === 0
}

/** An engine, tools and a program by chance. */
export function chosenRun({ random, programs }: Pick<Circumstances, 'random' | 'programs'>): ChosenRun {
  const exhaustive = isExhaustive({ random, programs })
  const tools = oneOf(
    random,
    exhaustive
      ? ['dead-stores,silent-stores,redundant-loads', 'reuse-distance', 'values', 'registers']
      : ['dead-stores,silent-stores,redundant-loads', 'reuse-distance', 'false-sharing'],
  )
  if (exhaustive) return { program: oneOf(random, programs.exhaustive), options: ['--tool', tools, '--engine', 'exhaustive'] }
  return {
    program: oneOf(random, programs.sampled),
    options: ['--tool', tools, '--rate', oneOf(random, ['100', '1000']), '--seed', String(random.nextBelow(1_000_000))],
  }
}

export function oneOf<Item>(random: SeededRandom, items: readonly Item[]): Item {
  return items[random.nextBelow(items.length)]!
}

/** Uniform in [least, most). */
export function between(random: SeededRandom, least: number, most: number): number {
  return least + random.nextUnit() * (most - least)
}

/** Between them by the same factor as often. */
export function betweenByFactor(random: SeededRandom, least: number, most: number): number {
  return least * (most / least) ** random.nextUnit()
}

/**
 * Findings about the files of a recording: a profile, which must be readable, or else (where it was kept) the raw recording, of which a
 * profile must come, unless nothing at all was recorded yet.
 */
export async function leftFindings({ name, environment }: Circumstances, profile: string): Promise<Outcome> {
  const readable = async (what: string): Promise<string[]> =>
    readFindings(what, await start(name, hagstoneCommand('report', profile, '--json', '--top', '100'), environment).ended, false)
  if (existsSync(profile)) return { ended: 'a profile', findings: await readable('report') }
  const raw = `${profile}-recording`
  if (!existsSync(raw)) return { ended: 'nothing', findings: [] }
  const analysed = await start(name, hagstoneCommand('analyze', raw, '--output', profile), environment).ended
  const findings = readFindings('analyze', analysed, true)
  if (!existsSync(profile)) return { ended: 'a recording without samples', findings }
  return { ended: 'a recording that became a profile', findings: [...findings, ...(await readable('report after analyze'))] }
}

/** All files in the directory for temporary files at the end. */
export function temporaryFindings({ environment }: Circumstances): string[] {
  return readdirSync(environment['TMPDIR']!).map((entry) => `left in the directory for temporary files: ${entry}`)
}

/** Findings if everything must have gone well: only the profile remains. */
export function onlyProfileFindings(directory: string, profile: string): string[] {
  return existsSync(`${join(directory, profile)}-recording`) ? ['the raw recording is still there beside the profile'] : []
}
