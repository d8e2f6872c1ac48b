/** Profiles that were opened last, kept from run to run. */
import { existsSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { FEWEST_TRAPS } from '../../shared/metrics/statistics/bootstrap.ts'
import { firstTool, outcomeOf, outcomeWords, type Recorded } from '../../shared/outcome.ts'
import { TOOLS } from '../../shared/profile/profile.ts'
import { commandText } from '../../shared/names/visible.ts'
import type { ProfileSummary } from '../../shared/rpc/contract.ts'
import type { RecentRun, RunResult } from '../../shared/rpc/host.ts'
import type { Engine, Tool } from '../../shared/run.ts'
import { makeDirectories } from '../directories.ts'
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
    result: z.object({ tool: z.enum(TOOLS), kind: z.enum(['found', 'none-found', 'not-measured']), text: z.string(), few: z.boolean() }).optional(),
    ended: z.string().optional(),
    label: z.string().optional(),
    ofFirstFinding: z.enum(TOOLS).optional(),
  }),
)
type StoredRun = z.infer<typeof storedRuns>[number]
type Summarized = Pick<ProfileSummary, 'path' | 'run' | 'totals' | 'stats' | 'lacking' | 'ofFirstFinding'>

/** Opened profiles, newest first. */
export class RecentRuns {
  readonly #file: JsonFile<StoredRun[]>

  /** @param warn receives one line if the file cannot be read or written; the runs are then not remembered */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = new JsonFile(file, storedRuns, { missing: [], warn, consequence: 'recent runs are forgotten' })
  }

  list(): RecentRun[] {
    return this.#file.read().map((stored) => {
      const { ofFirstFinding: _, ...run } = stored
      return { ...run, missing: !existsSync(run.path) }
    })
  }

  /**
   * Reports when the list changes, whichever process changes it: hosts and command lines of one user share the file.
   * @returns stops the reports; where nothing can be watched, there are none
   */
  watch(changed: () => void): () => void {
    const { path } = this.#file
    let pending: NodeJS.Timeout | null = null
    try {
      makeDirectories(dirname(path), 0o700)
      const watcher = watch(dirname(path), (_, name) => {
        if (name !== basename(path)) return
        // A rename is several events.
        pending ??= setTimeout(() => {
          pending = null
          changed()
        }, 50)
      })
      watcher.on('error', () => {})
      watcher.unref()
      return () => {
        watcher.close()
        if (pending !== null) clearTimeout(pending)
      }
    } catch {
      return () => {}
    }
  }

  /** Puts a run first. */
  add(summary: Summarized): void {
    const before = this.#file.read()
    const entry = entryOf(summary, before.find(({ path }) => path === summary.path)?.label)
    this.#write([entry, ...before.filter(({ path }) => path !== summary.path)].slice(0, mostRuns))
  }

  /** Its findings are known now. A run that was forgotten meanwhile stays so. */
  update(summary: Summarized): void {
    this.#write(this.#file.read().map((run) => (run.path === summary.path ? entryOf(summary, run.label) : run)))
  }

  /** The tool of the run's first finding; undefined if its findings were never read, or another run has its file now. */
  ofFirstFinding({ path, run: { startedAt } }: Pick<Summarized, 'path' | 'run'>): Tool | undefined {
    return this.#file.read().find((run) => run.path === path && run.startedAt === startedAt)?.ofFirstFinding
  }

  forget(path: string): void {
    this.#write(this.#file.read().filter((run) => run.path !== path))
  }

  /** Forgets the runs whose profiles are missing. @returns how many */
  forgetGone(): number {
    const runs = this.#file.read()
    const present = runs.filter(({ path }) => existsSync(path))
    if (present.length < runs.length) this.#write(present)
    return runs.length - present.length
  }

  /** @param label empty: none */
  label(path: string, label: string): void {
    this.#write(this.#file.read().map((run) => (run.path === path ? { ...run, label: label === '' ? undefined : label } : run)))
  }

  #write(runs: StoredRun[]): void {
    this.#file.writeOrWarn(runs, 'recent runs are not remembered')
  }
}

function entryOf(summary: Summarized, label: string | undefined): StoredRun {
  const { path, run, totals, ofFirstFinding } = summary
  const tool = firstTool(summary)
  return {
    path,
    title: commandText(run.command),
    startedAt: run.startedAt,
    durationSeconds: run.duration,
    ...(isWholeAndSampled(run) ? { cpuSeconds: run.targetCpuSeconds } : {}),
    fraction: (tool === null ? undefined : totals[tool]?.fraction) ?? null,
    ...(tool === null ? {} : { result: resultOf(summary, tool) }),
    ...(run.exit.signal === null ? {} : { ended: `killed by ${run.exit.signal}` }),
    ...(label === undefined ? {} : { label }),
    ...(ofFirstFinding === undefined ? {} : { ofFirstFinding }),
  }
}

function resultOf(summary: Recorded, tool: Tool): RunResult {
  const outcome = outcomeOf(summary, tool)
  return {
    tool,
    kind: outcome.kind,
    text: outcomeWords(outcome),
    few: summary.run.engine !== 'exhaustive' && (summary.totals[tool]?.traps ?? 0) < FEWEST_TRAPS,
  }
}

/** Its CPU time is nearly that of the program alone. */
function isWholeAndSampled({ engine, targetCpuSeconds, exit, stoppedBy }: ProfileSummary['run']): boolean {
  return samplingEngines.includes(engine) && targetCpuSeconds > 0 && exit.state === 'finished' && exit.signal === null && stoppedBy === null
}
