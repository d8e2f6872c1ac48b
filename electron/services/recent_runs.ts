import { existsSync } from 'node:fs'
import { z } from 'zod'
import { commandText } from '../../shared/names/visible.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { RecentRun } from '../../shared/rpc/host.ts'
import type { Engine } from '../../shared/run.ts'
import { JsonFile } from '../json_file.ts'

const mostRuns = 50
const samplingEngines: readonly Engine[] = ['software', 'pebs', 'ibs']

const storedRuns = z.array(
  z.object({
    path: z.string(),
    title: z.string(),
    startedAt: z.string(),
    durationSeconds: z.number(),
    cpuSeconds: z.number().optional(),
    fraction: z.number().nullable(),
  }),
)
type StoredRun = z.infer<typeof storedRuns>[number]

/** Profiles that were opened, newest first. */
export class RecentRuns {
  readonly #file: JsonFile<StoredRun[]>

  /** @param warn gets one line when the file cannot be read or written; the runs are then not remembered */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = new JsonFile(file, storedRuns, { missing: [], warn, consequence: 'recent runs are forgotten' })
  }

  list(): RecentRun[] {
    return this.#file.read().map((run) => ({ ...run, missing: !existsSync(run.path) }))
  }

  add({ path, run, totals }: Pick<ProfileSummary, 'path' | 'run' | 'totals'>): void {
    const tool = run.tools[0]
    const entry: StoredRun = {
      path,
      title: commandText(run.command),
      startedAt: run.startedAt,
      durationSeconds: run.duration,
      ...(isWholeAndSampled(run) ? { cpuSeconds: run.targetCpuSeconds } : {}),
      fraction: (tool === undefined ? undefined : totals[tool]?.fraction) ?? null,
    }
    this.#write([entry, ...this.#file.read().filter((other) => other.path !== path)].slice(0, mostRuns))
  }

  forget(path: string): void {
    this.#write(this.#file.read().filter((run) => run.path !== path))
  }

  #write(runs: StoredRun[]): void {
    this.#file.writeOrWarn(runs, 'recent runs are not remembered')
  }
}

/** Its CPU time is nearly that of the program alone. */
function isWholeAndSampled({ engine, targetCpuSeconds, exit, stoppedBy }: ProfileSummary['run']): boolean {
  return samplingEngines.includes(engine) && targetCpuSeconds > 0 && exit.state === 'finished' && exit.signal === null && stoppedBy === null
}
