/** The real sampler on the same program: other runs, natively. */
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '../../shared/run.ts'
import { rankDirectory } from '../analysis/recording_directory.ts'
import { defaultSampling, noLimits } from '../record/options.ts'
import type { RecordOptions } from '../record/options.ts'
import { prepareRecording, startTarget, targetEnd } from '../record/recorder.ts'
import { settled } from '../record/finishing/settled.ts'
import { forwardSignals } from '../record/signals.ts'
import { inputKind, withInputAgain } from '../record/standard_input.ts'
import { asCommandFailure } from './command_failure.ts'
import { asUnderValgrind } from '../record/calibration/processor_features.ts'
import type { ValidatedProgram } from './run_program.ts'
import type { ValidationSettings } from './settings.ts'
import { describeEnd } from '../record/finishing/finish.ts'

export interface LiveRuns {
  /** For each tool, in the order of the settings; several runs count as ranks of one. */
  directories: Map<Tool, string>
  /** Why they differ from the exact run, one line each. */
  warnings: string[]
}

export interface LivePlan {
  /** Existing directory for the recordings. */
  scratch: string
  /** Samples per second of CPU time and thread. */
  rate: number
  /** Recordings of each tool. */
  runs: number
  /** How the exact run ended. */
  expected: string
}

const standardError = 2

/**
 * Records the program with the best sampling engine of this machine: each tool in separate runs, since tools in one run
 * share the debug registers. A file on standard input is read again from its beginning; other input cannot be.
 * Throws Failure 3 if this machine cannot sample.
 */
export async function recordLive(target: ValidatedProgram, settings: ValidationSettings, plan: LivePlan): Promise<LiveRuns> {
  const directories = new Map<Tool, string>()
  const warnings = new Set(
    inputKind() === 'stream' ? ['Standard input is a stream that can be read only once: the sampled runs got none; name a file by <.'] : [],
  )
  for (const tool of settings.tools) {
    const all = join(plan.scratch, `live-${tool}`)
    if (plan.runs > 1) mkdirSync(all)
    for (let run = 0; run < plan.runs; run++) {
      const recording = await recordOnce(target, settings, { tool, run, ...plan })
      if (recording.warning !== null) warnings.add(recording.warning)
      if (plan.runs > 1) renameSync(recording.directory, join(all, rankDirectory(run)))
      else directories.set(tool, recording.directory)
    }
    if (plan.runs > 1) directories.set(tool, all)
  }
  return { directories, warnings: [...warnings] }
}

async function recordOnce(
  target: ValidatedProgram,
  { registers, reservoirs, attributions, granularity }: ValidationSettings,
  { tool, run, scratch, rate, expected }: LivePlan & { tool: Tool; run: number },
): Promise<{ directory: string; warning: string | null }> {
  const options: RecordOptions = {
    // With a growing period, samples of different weight would be compared.
    sampling: {
      ...defaultSampling,
      tools: [tool],
      pace: { rate },
      reservoir: reservoirs[0]!,
      attribution: attributions[0]!,
      granularity,
      tolerance: target.tolerance,
      maxOverhead: 0,
      watchRegisters: registers[0]! > mostRealRegisters ? null : registers[0]!,
    },
    limits: noLimits,
    calibration: null,
    runs: 1,
    keepOutput: false,
    environment: asUnderValgrind(target.environment),
    output: join(scratch, `live-${tool}-${run}.hagstone`),
    rank: null,
    program: target.program,
    arguments: target.arguments,
    workingDirectory: target.workingDirectory,
  }
  const launch = await asCommandFailure(() => prepareRecording(options, options.workingDirectory, { onProgress: () => {} }))
  const forwarding = forwardSignals()
  try {
    return await withInputAgain(async (input) => {
      const started = await asCommandFailure(() => startTarget(launch, { stdio: [input, standardError, standardError], ownGroup: false }))
      const ended = targetEnd(started)
      forwarding.to(started)
      const end = describeEnd(await ended)
      await settled(launch.place.recordingDirectory)
      return {
        directory: launch.place.recordingDirectory,
        warning: end === expected ? null : `A sampled run ended with ${end}, the exact one with ${expected}: it may have done something else.`,
      }
    })
  } finally {
    forwarding.stop()
  }
}

/** One of x86's four debug registers is used for stepping where only the clock samples. */
const mostRealRegisters = 3
