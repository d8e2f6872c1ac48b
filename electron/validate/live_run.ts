/** The real sampler on the same program: another run, natively. */
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, exitStatus } from '../failure.ts'
import { defaultSampling, noLimits } from '../record/options.ts'
import type { RecordOptions } from '../record/options.ts'
import { prepareRecording, startTarget, targetEnd } from '../record/recorder.ts'
import { settled } from '../record/settled.ts'
import { forwardSignals } from '../record/signals.ts'
import { asCommandFailure } from './command_failure.ts'
import { asUnderValgrind } from './processor_features.ts'
import type { ValidatedProgram } from './run_program.ts'
import type { ValidationSettings } from './settings.ts'
import { describeEnd } from '../record/finish.ts'

export interface LiveRun {
  directory: string
  /** What makes it another run than the exact one, one line each. */
  warnings: string[]
}

const standardInput = 0
const standardError = 2

/**
 * Records the program by the best sampling engine of this machine. A file on standard input is read again from its
 * beginning; other input cannot be.
 * @param rate samples per second of CPU time and thread
 * @param expected how the exact run ended
 * Throws Failure 3 where this machine cannot sample.
 */
export async function recordLive(target: ValidatedProgram, { tools, registers, reservoirs, attributions, granularity }: ValidationSettings, { scratch, rate, expected }: { scratch: string; rate: number; expected: string }): Promise<LiveRun> {
  const options: RecordOptions = {
    // At a period that grows under way, samples of different weight would be compared.
    sampling: { ...defaultSampling, tools, pace: { rate }, reservoir: reservoirs[0]!, attribution: attributions[0]!, granularity, tolerance: target.tolerance, maxOverhead: 0, watchRegisters: registers[0]! > mostRealRegisters ? null : registers[0]! },
    limits: noLimits,
    calibration: null,
    environment: asUnderValgrind(target.environment),
    output: join(scratch, 'live.hagstone'),
    rank: null,
    program: target.program,
    arguments: target.arguments,
    workingDirectory: target.workingDirectory,
  }
  const launch = await asCommandFailure(() => prepareRecording(options, options.workingDirectory, { onProgress: () => {} }))
  const forwarding = forwardSignals()
  const input = inputAgain()
  try {
    const started = await asCommandFailure(() => startTarget(launch, { stdio: [input ?? 'ignore', standardError, standardError], ownGroup: false }))
    const ended = targetEnd(started)
    forwarding.to(started)
    const end = describeEnd(await ended)
    await settled(launch.place.recordingDirectory)
    const different = end === expected ? [] : [`The sampled run ended with ${end}, the exact one with ${expected}: it may have done something else.`]
    return { directory: launch.place.recordingDirectory, warnings: different }
  } finally {
    if (input !== null) closeSync(input)
    forwarding.stop()
  }
}

/** One of x86's four debug registers walks where nothing but the clock samples. */
const mostRealRegisters = 3

function inputAgain(): number | null {
  try {
    return fstatSync(standardInput).isFile() ? openSync('/proc/self/fd/0', constants.O_RDONLY) : null
  } catch (error) {
    throw new Failure(exitStatus.failure, `Standard input cannot be read again for the sampled run (${String(error)}); leave --live out, or name a file by <.`)
  }
}
