/** Trial after trial, in an order that follows from the seed. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../electron/failure.ts'
import { SeededRandom } from '../../shared/metrics/statistics/random.ts'
import { kill, leftBehind, processesOf } from './processes.ts'
import type { RecordedPrograms } from './programs.ts'
import type { Circumstances, Outcome, Trial } from './trial.ts'

/** No trial takes so long, on the busiest machine, unless something waits for ever. */
const MOST_SECONDS = 900

export interface TrialResult extends Outcome {
  trial: string
  /** Repeats the trial: `--trial NAME --seed SEED --count 1`. */
  seed: number
  seconds: number
}

export interface Loop {
  trials: Trial[]
  programs: RecordedPrograms
  /** Seed of the first trial; each further trial adds one. */
  seed: number
  directory: string
  /** Whether another one begins. @param done how many there were */
  goesOn(done: number): boolean
  onResult(result: TrialResult): void
}

/** Runs them in turn. Directories of trials with findings are kept. */
export async function runLoop({ trials, programs, seed: firstSeed, directory, goesOn, onResult }: Loop): Promise<TrialResult[]> {
  const results: TrialResult[] = []
  for (let done = 0; goesOn(done); done++) {
    const trial = trials[done % trials.length]!
    const seed = firstSeed + done
    const place = join(directory, `${trial.name}-${seed}`)
    // Outside of it, to distinguish directories of temporary files from those of a trial.
    const [temporary, state] = ['tmp', 'state'].map((name) => join(place, name)) as [string, string]
    for (const made of [place, temporary, state]) mkdirSync(made, { recursive: true })
    const started = performance.now()
    const result = {
      trial: trial.name,
      seed,
      ...(await outcomeOf(trial, {
        name: `${process.pid}-${trial.name}-${seed}`,
        directory: place,
        environment: { TMPDIR: temporary, XDG_STATE_HOME: state },
        programs,
        random: new SeededRandom(seed),
      })),
      seconds: (performance.now() - started) / 1000,
    }
    results.push(result)
    onResult(result)
    if (result.findings.length === 0) rmSync(place, { recursive: true })
  }
  return results
}

/** A trial that does not end is a finding, and so are processes that remain 5 s after the end. */
async function outcomeOf(trial: Trial, circumstances: Circumstances): Promise<Outcome> {
  let outcome: Outcome
  const stuck: string[] = []
  const ender = setTimeout(() => {
    for (const { pid, command } of processesOf(circumstances.name)) {
      stuck.push(`not over after ${MOST_SECONDS} s: ${command.slice(0, 200)}`)
      kill(pid)
    }
  }, MOST_SECONDS * 1000)
  try {
    outcome = await Promise.race([
      trial.run(circumstances),
      sleep((MOST_SECONDS + 30) * 1000, { ended: 'no end', findings: ['the trial came to no end'] }, { ref: false }),
    ])
  } catch (error) {
    outcome = { ended: 'a failure of the trial', findings: [`the trial itself failed: ${messageOf(error)}`] }
  }
  clearTimeout(ender)
  const left = await leftBehind(circumstances.name, 5)
  return { ...outcome, findings: [...stuck, ...outcome.findings, ...left.map(({ command }) => `a process was left behind: ${command.slice(0, 200)}`)] }
}
