/** Whether the exhaustive engine works here: for `hagstone doctor` and the launch form. */
import { execFile } from 'node:child_process'
import { expectedSlowdown, timesText } from '../../../shared/metrics/exhaustive_cost.ts'
import type { EngineReport } from '../../../shared/rpc/host.ts'
import { messageOf } from '../../failure.ts'
import { platformObstacle } from '../../platform.ts'
import { rawFilesIn } from '../../raw/raw_files.ts'
import { hangLimit } from '../finishing/hang_limit.ts'
import { toolsOf } from '../../../shared/tools.ts'
import { defaultExhaustive } from '../options.ts'
import { inScratchDirectory } from '../../scratch_directory.ts'
import { remedyOf, type Obstacle } from '../machine/obstacle.ts'
import { valgrindArguments } from './engine_run.ts'
import { limitObstacle, readMemoryLimits } from './machine_limits.ts'
import { findValgrind } from './valgrind.ts'
import type { ValgrindInstallation } from './valgrind.ts'
import { lastWords } from './valgrind_log.ts'

/** Runs a small program under the engine. Never throws: the obstacle is the answer. */
export async function exhaustiveEngineReport(): Promise<EngineReport> {
  const platform = platformObstacle()
  if (platform !== null) return exhaustiveReport({ problem: platform, remedy: 'record on x86-64 Linux' })
  const found = limitObstacle(readMemoryLimits()) ?? (await findValgrind(process.env['PATH']))
  if ('problem' in found) return exhaustiveReport(found)
  return exhaustiveReport((await selfTestProblem(found)) ?? found)
}

export function exhaustiveReport(found: ValgrindInstallation | Obstacle): EngineReport {
  const report = { engine: 'exhaustive' as const, tools: [...toolsOf('exhaustive')] }
  if ('problem' in found) return { ...report, works: false, reason: `${found.problem}.`, ...remedyOf(found) }
  const costs = report.tools.map((tool) => `${tool} ${timesText(expectedSlowdown([tool], false))}`).join(', ')
  const reason = `Sees every access, under Valgrind ${found.version}, where it is asked for. As long as the program alone: ${costs}; in bursts (--bursty) ${timesText(expectedSlowdown(report.tools, true))}.`
  return { ...report, works: true, reason, remedy: null }
}

/** Null if a program runs and leaves a recording. */
async function selfTestProblem({ launcher, library }: ValgrindInstallation): Promise<Obstacle | null> {
  return inScratchDirectory('self-test', async (directory) => {
    const words = valgrindArguments({
      ...defaultExhaustive,
      scope: 'none',
      recordingDirectory: directory,
      measure: ['dead-stores'],
      tolerance: 0,
      follow: 'none',
      rank: null,
      loopsFile: null,
      virtual: [],
    })
    const failure = await new Promise<Error | null>((resolve) => {
      execFile(launcher, [...words, 'true'], { env: { ...process.env, VALGRIND_LIB: library }, timeout: hangLimit }, (error) => resolve(error))
    })
    if (failure === null && rawFilesIn(directory).length > 0) return null
    const why = lastWords(directory) ?? (failure === null ? 'it left no recording' : (messageOf(failure).trim().split('\n').at(-1) ?? ''))
    return {
      problem: `A first program under the exhaustive engine failed (${why.replace(/\.$/, '')})`,
      remedy: 'build it again',
      command: 'npm run build:native',
    }
  })
}
