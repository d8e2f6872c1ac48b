import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { ProfileSummary, RecentRun } from '../../shared/rpc/contract.ts'
import { messageOf, systemErrorCode } from '../failure.ts'

const mostRuns = 50

const storedRuns = z.array(
  z.object({
    path: z.string(),
    title: z.string(),
    startedAt: z.string(),
    durationSeconds: z.number(),
    fraction: z.number().nullable(),
  }),
)
type StoredRun = z.infer<typeof storedRuns>[number]

/** $XDG_STATE_HOME/hagstone/recent-runs.json (XDG Base Directory Specification). */
export function recentRunsFile(environment: NodeJS.ProcessEnv = process.env): string {
  const state = environment['XDG_STATE_HOME']
  return join(state !== undefined && state.startsWith('/') ? state : join(homedir(), '.local', 'state'), 'hagstone', 'recent-runs.json')
}

/** Profiles that were opened, newest first. Read anew each time: several hosts of one user share the file. */
export class RecentRuns {
  readonly #file: string
  readonly #warn: (line: string) => void

  /** @param warn gets one line when the file cannot be read or written; the runs are then not remembered */
  constructor(file: string, warn: (line: string) => void) {
    this.#file = file
    this.#warn = warn
  }

  list(): RecentRun[] {
    return this.#read().map((run) => ({ ...run, missing: !existsSync(run.path) }))
  }

  add({ path, run, totals }: Pick<ProfileSummary, 'path' | 'run' | 'totals'>): void {
    const tool = run.tools[0]
    const entry: StoredRun = {
      path,
      title: run.command.join(' '),
      startedAt: run.startedAt,
      durationSeconds: run.duration,
      fraction: (tool === undefined ? undefined : totals[tool]?.fraction) ?? null,
    }
    this.#write([entry, ...this.#read().filter((other) => other.path !== path)].slice(0, mostRuns))
  }

  forget(path: string): void {
    this.#write(this.#read().filter((run) => run.path !== path))
  }

  #read(): StoredRun[] {
    try {
      return storedRuns.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') this.#warn(`${this.#file} cannot be read (${messageOf(error).split('\n')[0]}); recent runs are forgotten.`)
      return []
    }
  }

  #write(runs: StoredRun[]): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
      const temporary = `${this.#file}.${process.pid}`
      writeFileSync(temporary, `${JSON.stringify(runs, null, 2)}\n`)
      renameSync(temporary, this.#file)
    } catch (error) {
      this.#warn(`${this.#file} cannot be written (${systemErrorCode(error) ?? messageOf(error)}); recent runs are not remembered.`)
    }
  }
}
