/** recording.json beside the raw files (shared/recording.ts). */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, release } from 'node:os'
import { join } from 'node:path'
import type { RecordingDescription } from '../../shared/recording.ts'
import { hagstoneVersion } from '../version.ts'
import type { ChosenEngine } from './machine/engine.ts'
import { machineCaches } from './machine/machine_caches.ts'
import { machineProcessors } from './machine/machine_processors.ts'
import { periodOf } from './options.ts'
import type { SamplingOptions } from './options.ts'
import type { Rank } from './ranks.ts'

/** In a raw recording. It is written before the program starts, and again when it has ended. */
export const DESCRIPTION_FILE = 'recording.json'

export interface Recorded {
  /** Of the program. */
  environment: Readonly<Record<string, string>>
  command: string[]
  workingDirectory: string
  startedAt: Date
  choice: ChosenEngine
  sampling: SamplingOptions
  rank: Rank | null
  notes: string[]
}

/** Describes the recording before the target starts. */
export function describeRecording({ command, workingDirectory, startedAt, choice, sampling, rank, notes, environment }: Recorded): RecordingDescription {
  return {
    schema: 'hagstone.recording/1',
    hagstoneVersion: hagstoneVersion(),
    command,
    workingDirectory,
    startedAt: startedAt.toISOString(),
    host: hostname(),
    kernel: release(),
    engine: choice.engine,
    engineReason: choice.reason,
    tools: sampling.tools,
    exit: null,
    notes,
    ...machineProcessors(),
    caches: machineCaches(),
    ...(choice.engine === 'exhaustive' ? {} : { period: periodOf(sampling, choice.engine) }),
    tolerance: sampling.tolerance,
    granularity: sampling.granularity,
    accessRate: sampling.accessRate,
    rank: rank?.rank ?? null,
    rankCount: rank?.count ?? null,
    ...(openmpSleeps(environment) ? { openmpSleeps: true } : {}),
    stoppedBy: null,
    stoppedAt: null,
  }
}

/** The variables by which GCC's and LLVM's runtimes are asked to let waiting threads sleep at once. */
function openmpSleeps(environment: Recorded['environment']): boolean {
  const policy = environment['OMP_WAIT_POLICY']?.trim().toLowerCase()
  return policy === 'passive' || environment['GOMP_SPINCOUNT']?.trim() === '0' || environment['KMP_BLOCKTIME']?.trim() === '0'
}

/** Replaces recording.json by rename. @throws a file-system error; the old one then stays */
export function writeDescription(directory: string, description: RecordingDescription): void {
  const path = join(directory, DESCRIPTION_FILE)
  const temporary = `${path}.new`
  try {
    writeFileSync(temporary, `${JSON.stringify(description, null, 2)}\n`)
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
