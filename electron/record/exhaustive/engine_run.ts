/** One run of the exhaustive engine (native/exhaustive) as the command line that starts it under Valgrind. */
import { join } from 'node:path'
import { PROCESS_DIRECTORY } from '../../raw/raw_files.ts'
import type { Granularity, Tool } from '../../../shared/run.ts'
import type { ExhaustiveOptions, followModes } from '../options.ts'
import { valueArguments } from '../value_options.ts'

/** The engine's measurements: tools, or only the executions, loads and stores of each instruction. */
type Measure = Tool | 'count'

export interface EngineRun extends ExhaustiveOptions {
  /** Absolute; receives Valgrind's messages and, in its directory of the processes, the raw files. */
  recordingDirectory: string
  measure: Measure[]
  /** Relative, of floating-point comparisons, in [0, 1) */
  tolerance: number
  follow: (typeof followModes)[number]
  /** MPI or Slurm rank; null: none */
  rank: number | null
  /** Loops of the program's modules (loops_file.ts), within the directory of the processes; null: none are known */
  loopsFile: string | null
  /** Virtual PMUs that sample in the same run, as the engine takes them (native/exhaustive/virtual). */
  virtual: string[]
}

/** Valgrind's messages about a run, beside recording.json: only the launcher's user creates files there. */
export const VALGRIND_LOG = /^valgrind-\d+\.log$/

const billion = 1e9
const yesOrNo = (value: boolean): 'yes' | 'no' => (value ? 'yes' : 'no')

/** Valgrind's arguments before the program's name. */
export function valgrindArguments(run: EngineRun): string[] {
  // One file for all processes, which inherit it open: a process that gives up rights could not open it again. A
  // percent sign in its name begins a placeholder.
  const log = join(run.recordingDirectory, `valgrind-${run.rank ?? process.pid}.log`).replaceAll('%', '%%')
  return [
    '--tool=hagstone',
    // Otherwise VALGRIND_OPTS and .valgrindrc files, written for other tools, would be read too.
    '--command-line-only=yes',
    '--quiet',
    // For troubles() of valgrind_log.ts, which --quiet would leave without causes.
    '--sigill-diagnostics=yes',
    `--log-file=${log}`,
    '--vgdb=no',
    `--trace-children=${yesOrNo(run.follow === 'children')}`,
    ...toolArguments(run),
  ]
}

function toolArguments(run: EngineRun): string[] {
  const given: Array<[string, string | number | null]> = [
    ['recording', join(run.recordingDirectory, PROCESS_DIRECTORY)],
    ['measure', withStores(run.measure).join(',')],
    ['follow', run.follow],
    ['rank', run.rank],
    ...(run.measure.includes('count') ? [] : measuringArguments(run)),
  ]
  return [
    ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}`])),
    ...run.virtual.map((specification) => `--virtual=${specification}`),
  ]
}

function measuringArguments(run: EngineRun): Array<[string, string | number | null]> {
  return [
    ['tolerance', Math.round(run.tolerance * billion)],
    ['granularities', granularitiesOf(run)],
    ['window-on', run.window?.on ?? null],
    ['window-off', run.window?.off ?? null],
    ['scope', run.scope],
    ['loops', run.scope === 'none' ? null : run.loopsFile],
    ['process-wide', yesOrNo(run.processWide)],
    ['reuse-objects', run.byObject ? 'yes' : null],
    ['spatial-threshold', Math.round(run.spatialThreshold * billion)],
    ...(run.measure.includes('values') ? valueArguments(run.values) : []),
  ]
}

/** Redundancy of registers is reported beside that of stores, all values together (REDSPY 4.1). */
function withStores(measure: Measure[]): Measure[] {
  return measure.includes('registers') && !measure.includes('silent-stores') ? [...measure, 'silent-stores'] : measure
}

function granularitiesOf({ measure, granularities }: EngineRun): string | null {
  const measured: readonly Granularity[] = granularities
  return measure.includes('reuse-distance') ? measured.join(',') : null
}
