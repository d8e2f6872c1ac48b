/**
 * `record --calibrate`: counts the accesses of a second run, to convert samples by the clock into shares of accesses.
 */
import { resolve } from 'node:path'
import { Failure, exitStatus, messageOf } from '../../failure.ts'
import { openProfile } from '../../profile/open_profile.ts'
import { calibrateProfile } from '../../record/calibration/calibrate_profile.ts'
import { planCounting, runCounting } from '../../record/calibration/counting_run.ts'
import type { Counted, PlannedCounting } from '../../record/calibration/counting_run.ts'
import type { PreparationHooks } from '../../record/exhaustive/prepare.ts'
import { defaultSampling, noLimits } from '../../record/options.ts'
import type { CalibrateOptions, Calibration, RecordOptions } from '../../record/options.ts'
import { assertReplaceable } from '../../record/output.ts'
import type { PreparedRecording } from '../../record/recording_layout.ts'
import type { TargetEnd } from '../../record/recorder.ts'
import { forwardSignals } from '../../record/signals.ts'
import { summaryLines } from '../summary.ts'
import { progressLine, say } from '../terminal.ts'

/** Throws Failure 125 if the program cannot be counted, before anything runs. */
export function planCalibration(options: RecordOptions, { command }: Calibration, hooks: PreparationHooks): Promise<PlannedCounting> {
  if (options.rank !== null)
    throw new Failure(
      exitStatus.recordFailure,
      `--calibrate counts one program and this is rank ${options.rank.rank} of a job; calibrate a run without mpirun or srun.`,
    )
  return planCounting(options, command, 'launcher', hooks)
}

/** The counting run after a recording; null if there is nothing to calibrate or it could not be counted. */
export async function countFor({ choice, place }: PreparedRecording, planned: PlannedCounting, end: TargetEnd): Promise<Counted | null> {
  if (choice.engine !== 'software') {
    say(`Nothing to calibrate: the ${choice.engine} engine already samples accesses.`)
    return null
  }
  say('Counting the accesses of a second run …')
  return countForwarding(planned, place.profile, end)
}

/** Signals to the launcher are forwarded to the counted program. */
async function countForwarding(planned: PlannedCounting, profile: string, end: TargetEnd): Promise<Counted | null> {
  const forwarding = forwardSignals()
  return runCounting(planned, profile, end, { warn: say, started: (target) => forwarding.to(target), ownGroup: false }).finally(() => forwarding.stop())
}

/** Calibrates an existing profile. Resolves to the exit status. Throws Failure 125. */
export async function calibrate({ calibrated, command, output, environment, workingDirectory }: CalibrateOptions): Promise<number> {
  const path = resolve(workingDirectory, calibrated)
  const profile = resolve(workingDirectory, output ?? calibrated.replace(/\.hagstone$/, '-calibrated.hagstone'))
  assertReplaceable(profile, exitStatus.recordFailure)
  const { run, close } = describe(path)
  close()
  if (run.driver !== 'cpu-time')
    throw new Failure(exitStatus.recordFailure, `${path} already counts accesses; only profiles sampled by the clock can be calibrated.`)
  const [program = '', ...rest] = run.command
  const options: RecordOptions = {
    program,
    arguments: rest,
    environment,
    workingDirectory: command === null ? run.workingDirectory : workingDirectory,
    rank: null,
    runs: 1,
    keepOutput: false,
    output: profile,
    limits: noLimits,
    calibration: { command },
    sampling: { ...defaultSampling, tools: run.tools },
  }
  const examining = progressLine('examining the program')
  const planned = await planCounting(options, command, 'launcher', { onProgress: examining.show }).finally(examining.end)
  for (const line of planned.remarks) say(line)
  const counted = await countForwarding(planned, profile, { code: run.exit.code, signal: run.exit.signal as TargetEnd['signal'] })
  if (counted === null) return exitStatus.recordFailure
  try {
    calibrateProfile(path, profile, counted.counting)
  } catch (error) {
    throw new Failure(exitStatus.recordFailure, `${path} could not be calibrated: ${messageOf(error)}`)
  } finally {
    counted.discard()
  }
  for (const line of summaryLines(profile)) say(line)
  return 0
}

function describe(path: string): { run: ReturnType<typeof openProfile>['profile']['run']; close(): void } {
  try {
    const { profile, close } = openProfile(path)
    return { run: profile.run, close }
  } catch (error) {
    throw new Failure(exitStatus.recordFailure, messageOf(error))
  }
}
