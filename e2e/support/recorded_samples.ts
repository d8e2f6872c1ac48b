/** Profiles of sample programs that the tests of one worker share. */
import { rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileIdentity } from '../../electron/file_identity.ts'
import { leafOf } from '../../shared/profile/frame.ts'
import type { Report } from '../../shared/report.ts'
import { hagstone } from './hagstone.ts'
import { sampleProgram } from './samples.ts'
import type { Sample } from './samples.ts'

/** Where the person who records keeps what Hagstone remembers. */
export const stateOf = (directory: string): string => join(directory, 'state')

/** A sample program and how it is recorded. */
export interface SampleRun {
  sample: Sample
  /** As `record --tool` takes them; absent: the default. */
  tools?: string
  arguments?: string[]
  /** Further options of `record`; absent: many samples. */
  options?: string[]
}

/** A low rate, since an access is remembered for two periods: on a busy machine the other thread's turn comes late. */
export const sharingRate = '100'

/**
 * Threads share a line only while they run side by side, which a busy machine may not have them do at all: records anew
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

export class RecordedSamples {
  readonly #directory: string
  /** By the run as text. */
  readonly #recorded = new Map<string, { profile: string; identity: string }>()
  #recordings = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Records a sample unless that was done; resolves to the profile's path. */
  async record(run: SampleRun): Promise<string> {
    const key = JSON.stringify(run)
    const known = this.#recorded.get(key)
    if (known !== undefined) return known.profile
    const profile = join(this.#directory, `${run.sample}-${this.#recordings++}.hagstone`)
    await recordUntilShared(run, profile, async () => {
      const options = [
        ...(run.options ?? ['--rate', run.tools === 'false-sharing' ? sharingRate : '400']),
        ...(run.tools === undefined ? [] : ['--tool', run.tools]),
        '--output',
        profile,
      ]
      const result = await hagstone(['record', ...options, '--', `./${run.sample}`, ...(run.arguments ?? [])], {
        cwd: dirname(sampleProgram(run.sample)),
        env: { XDG_STATE_HOME: stateOf(this.#directory) },
      })
      if (result.status !== 0) throw new Error(result.stderr)
    })
    this.#recorded.set(key, { profile, identity: fileIdentity(profile) })
    return profile
  }

  /** What a test noted in a profile, the next one must not find: it records anew. */
  forgetChanged(): void {
    for (const [key, { profile, identity }] of this.#recorded) if (fileIdentity(profile) !== identity) this.#recorded.delete(key)
  }
}
