/** Profiles of sample programs: each is recorded once in a run, and the tests of one worker share a copy. */
import { createHash } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileIdentity } from '../../electron/file_identity.ts'
import { OwnRecordings } from '../../electron/record/finishing/own_recordings.ts'
import { leafOf } from '../../shared/profile/frame.ts'
import type { Report } from '../../shared/report.ts'
import { collectsWishes, wish } from '../emulated/wishes.ts'
import { exhaustiveEngineIsBuilt } from './exhaustive_engine.ts'
import { hagstone } from './hagstone.ts'
import { whyNoSampling } from './need_sampling.ts'
import { oncePerRun } from './once_per_run.ts'
import { sampleProgram } from './samples.ts'
import type { Sample } from './samples.ts'

/** Where the person who records keeps what Hagstone remembers. */
export const stateOf = (directory: string): string => join(directory, 'state')

/** A sample program and how it is recorded. */
export interface SampleRun {
  sample: Sample
  /** In the form of `record --tool`; absent: the default. */
  tools?: string
  arguments?: string[]
  /** Further options of `record`; absent: many samples. */
  options?: string[]
  /**
   * For tests that any profile will do for: where this machine cannot sample, every access is counted, with these arguments
   * of the program, which takes much longer then. Absent: such tests are skipped there.
   */
  orCounted?: string[]
}

/** Samples of many tests, for which any profile will do. */
export const anyProfile = {
  rezeroedArray: { sample: 'rezeroed_array', tools: 'dead-stores', orCounted: ['300'] },
  fourPairs: { sample: 'four_pairs', tools: 'dead-stores', orCounted: ['20'] },
  fourPairsBriefly: { sample: 'four_pairs', tools: 'dead-stores', arguments: ['3000'], orCounted: ['20'] },
} satisfies Record<string, SampleRun>

/** A low rate, since an access is remembered for two periods: on a busy machine the other thread's turn comes late. */
export const sharingRate = '100'

/**
 * Threads share a line only if both use it within two sampling intervals, which a busy machine may not have them do: records anew
 * until there is a pair of the sample's own code. Other tools' runs are recorded once.
 */
export async function recordUntilShared({ sample, tools }: Pick<SampleRun, 'sample' | 'tools'>, profile: string, record: () => Promise<void>): Promise<void> {
  for (;;) {
    await record()
    if (tools !== 'false-sharing' || sample === 'padded_counters') return
    const { status, stdout, stderr } = await hagstone(['report', profile, '--json'])
    if (status !== 0) throw new Error(stderr)
    if ((JSON.parse(stdout) as Report).pairs.some((pair) => basename(leafOf(pair.source).module) === sample)) return
    rmSync(profile)
  }
}

/** A copy of a profile in `directory`, as recorded by the person whose state `directory` holds. @returns its path */
export function ownCopy(profile: string, directory: string, name: string): string {
  const copy = join(directory, name)
  copyFileSync(profile, copy)
  const fail = (line: string): never => {
    throw new Error(line)
  }
  new OwnRecordings(fail, join(stateOf(directory), 'hagstone/own-recordings')).add(copy)
  return copy
}

/** The run itself, or what stands in for it on this machine. */
function recordable({ orCounted, ...run }: SampleRun): SampleRun {
  const isCounted = orCounted !== undefined && whyNoSampling() !== null && !collectsWishes() && exhaustiveEngineIsBuilt
  return isCounted ? { ...run, arguments: orCounted, options: ['--engine', 'exhaustive'] } : run
}

/** @returns the path of the run's one recording of it */
export async function recordOnce(asked: SampleRun): Promise<string> {
  const run = recordable(asked)
  const digest = createHash('sha256').update(JSON.stringify(run)).digest('hex').slice(0, 16)
  const name = `${basename(run.sample)}-${digest}`
  const profileIn = (directory: string): string => join(directory, 'recorded.hagstone')
  const directory = await oncePerRun(name, async (made) => {
    const profile = profileIn(made)
    const options = run.options ?? ['--rate', run.tools === 'false-sharing' ? sharingRate : '400']
    const tools = run.tools === undefined ? [] : ['--tool', run.tools]
    const command = ['record', ...options, ...tools, '--output', profile, '--', `./${basename(run.sample)}`, ...(run.arguments ?? [])]
    wish(name, run, command)
    await recordUntilShared(run, profile, async () => {
      const result = await hagstone(command, { cwd: dirname(sampleProgram(run.sample)), env: { XDG_STATE_HOME: stateOf(made) } })
      if (result.status !== 0) throw new Error(result.stderr)
    })
  })
  return profileIn(directory)
}

export class RecordedSamples {
  readonly #directory: string
  /** By the run as text. */
  readonly #copies = new Map<string, { profile: string; identity: string }>()
  #count = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Records a sample unless that was done; resolves to the path of this worker's copy of the profile. */
  async record(run: SampleRun): Promise<string> {
    const key = JSON.stringify(run)
    const known = this.#copies.get(key)
    if (known !== undefined) return known.profile
    const profile = ownCopy(await recordOnce(run), this.#directory, `${basename(run.sample)}-${this.#count++}.hagstone`)
    this.#copies.set(key, { profile, identity: fileIdentity(profile) })
    return profile
  }

  /** A test's notes in a profile must not be visible to the next one: it gets a new copy. */
  forgetChanged(): void {
    for (const [key, { profile, identity }] of this.#copies) if (fileIdentity(profile) !== identity) this.#copies.delete(key)
  }
}
