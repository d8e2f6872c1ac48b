/** One run of a program that a window started. */
import type { ChildProcess } from 'node:child_process'
import { startTarget } from '../../record/recorder.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { beginRun } from '../../record/several_runs.ts'
import { TargetOutput } from './target_output.ts'

export interface LaunchedRun {
  target: ChildProcess
  output: TargetOutput
  /** For several runs: where to note the end of this one; null for a single one. */
  noted: ReturnType<typeof beginRun> | null
}

/**
 * @param run from 1 on, of `runs`
 * @param paused not sampled until the user resumes the recording
 * @throws Failure if the system refuses; for the first run the recording directory is then gone
 */
export async function startRun(prepared: PreparedLaunch, run: number, runs: number, paused = false): Promise<LaunchedRun> {
  const noted = runs > 1 ? beginRun(prepared, paused) : null
  const output = new TargetOutput()
  const target = await startTarget(prepared, { stdio: output.stdio, ownGroup: true, ...(run > 1 ? { kept: `run ${run} of ${runs}` } : {}) }).finally(() =>
    output.release(),
  )
  return { target, output, noted }
}
