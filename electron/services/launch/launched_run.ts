/** One run of a program that a window started. */
import type { ChildProcess } from 'node:child_process'
import { startTarget } from '../../record/recorder.ts'
import type { PreparedLaunch } from '../../record/recording_layout.ts'
import { beginRun } from '../../record/several_runs.ts'
import { TargetOutput } from './target_output.ts'

export interface LaunchedRun {
  target: ChildProcess
  output: TargetOutput
  /** Of several runs: where the end of this one is to be noted; null of a single one. */
  noted: ReturnType<typeof beginRun> | null
}

/**
 * @param run from 1 on, of `runs`
 * @param paused it is not sampled until a person resumes the recording
 * @throws Failure when the system refuses; of the first run the recording directory is gone then
 */
export async function startRun(prepared: PreparedLaunch, run: number, runs: number, paused = false): Promise<LaunchedRun> {
  const noted = runs > 1 ? beginRun(prepared, paused) : null
  const output = new TargetOutput()
  const target = await startTarget(prepared, { stdio: output.stdio, ownGroup: true, ...(run > 1 ? { kept: `run ${run} of ${runs}` } : {}) }).finally(() =>
    output.release(),
  )
  return { target, output, noted }
}
