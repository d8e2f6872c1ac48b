/** The second run of `record --calibrate`: the exhaustive engine counts how often each instruction accesses memory, and nothing else. */
import type { ChildProcess } from 'node:child_process'
import type { CountingRecording } from '../../analysis/weights/reweigh_profile.ts'
import { countingSlowdown, timesText } from '../../../shared/metrics/exhaustive_cost.ts'
import { describeEnd, removeRecording } from '../finishing/finish.ts'
import { exhaustiveChoice, exhaustiveLaunch, planRun } from '../exhaustive/prepare.ts'
import type { EnginePlan, PreparationHooks } from '../exhaustive/prepare.ts'
import { unrecordedPrograms } from '../exhaustive/unrecorded_programs.ts'
import { troubles } from '../exhaustive/valgrind_log.ts'
import { defaultExhaustive } from '../options.ts'
import type { RecordOptions } from '../options.ts'
import { startTarget, targetEnd } from '../recorder.ts'
import type { TargetEnd } from '../recorder.ts'
import { layOutRecording, programLayout } from '../recording_layout.ts'
import { quoted } from '../program/shell_words.ts'
import { inputKind, withInputAgain } from '../standard_input.ts'

export interface PlannedCounting {
  options: RecordOptions
  plan: EnginePlan
  /** It runs the sampled program. */
  sameInput: boolean
  input: CountingInput
  /** Messages before anything runs, one line each. */
  remarks: string[]
}

/** Its standard input: the launcher's, from its beginning again, or nothing. */
export type CountingInput = 'launcher' | 'none'

/** Callbacks of a counting run. */
export interface CountingSupervision {
  /** Receives one line for each problem that makes the counts doubtful. */
  warn(line: string): void
  /** Receives the program once it runs, to forward signals to it. */
  started(target: ChildProcess): void
  /** In a session and process group of its own. */
  ownGroup: boolean
}

/** A counting run that ended; `discard` removes its raw recording. */
export interface Counted {
  counting: CountingRecording
  discard(): void
}

/**
 * Checks that the program can be run under the engine, before anything runs. Throws Failure 125, 126 or 127.
 * @param recorded the options of the sampled run
 * @param command to run instead, of a smaller input; null: the same again
 */
export async function planCounting(recorded: RecordOptions, command: string[] | null, input: CountingInput, hooks: PreparationHooks): Promise<PlannedCounting> {
  const [program = recorded.program, ...rest] = command ?? [recorded.program, ...recorded.arguments]
  const sampling = { ...recorded.sampling, engine: 'exhaustive' as const, tools: [], exhaustive: { ...defaultExhaustive, scope: 'none' as const } }
  const options: RecordOptions = { ...recorded, program, arguments: rest, sampling }
  const plan = await planRun(options, hooks)
  const what = command === null ? 'The program runs twice: then' : `Then ${quotedCommand(options)} runs`
  const lost =
    input === 'launcher' && inputKind() === 'stream' && command === null
      ? ['Standard input is a stream that can be read only once: the counting run gets none; name a file by <, or another run by --calibrate-with.']
      : []
  return {
    options,
    plan,
    sameInput: command === null,
    input,
    remarks: [
      `${what} under the exhaustive engine, which counts accesses, takes about ${timesText(countingSlowdown)} as long and has its output discarded; what it does to files happens again.`,
      ...lost,
      ...plan.warnings,
    ],
  }
}

/**
 * Runs the program to its end and leaves its raw recording beside the profile to be.
 * @returns null if it could not be counted; then nothing is left behind
 */
export function runCounting(
  planned: PlannedCounting,
  profile: string,
  sampledEnd: TargetEnd | null,
  supervision: CountingSupervision,
): Promise<Counted | null> {
  const run = (input: number | 'inherit' | 'ignore'): Promise<Counted | null> => count(planned, profile, sampledEnd, supervision, input)
  return planned.input === 'launcher' ? withInputAgain(run) : run('ignore')
}

async function count(
  { options, plan, sameInput }: PlannedCounting,
  profile: string,
  sampledEnd: TargetEnd | null,
  { warn, started, ownGroup }: CountingSupervision,
  input: number | 'inherit' | 'ignore',
): Promise<Counted | null> {
  const prepared = layOutRecording(
    { ...options, output: profile },
    exhaustiveChoice(plan.valgrind),
    programLayout({ ...options, rank: null }, plan.program, options.workingDirectory),
  )
  const launch = exhaustiveLaunch(prepared, options, plan, { measure: ['count'], virtual: [] })
  const directory = prepared.place.recordingDirectory
  const target = await startTarget(launch, { stdio: [input, 'ignore', 'ignore'], ownGroup })
  const ended = targetEnd(target)
  started(target)
  const end = await ended
  for (const line of [...unrecordedPrograms(directory), ...troubles(directory)]) warn(line)
  if (end.signal !== null && sampledEnd?.signal !== end.signal) {
    warn(`The counting run was ended (${describeEnd(end)}), so the profile is not calibrated.`)
    removeRecording(directory)
    return null
  }
  if (sameInput && sampledEnd !== null && end.code !== sampledEnd.code)
    warn(`The counting run ended with ${describeEnd(end)}, the sampled one with ${describeEnd(sampledEnd)}: it may have done something else.`)
  return { counting: { directory, command: [options.program, ...options.arguments], sameInput, cpuSeconds: null }, discard: () => removeRecording(directory) }
}

function quotedCommand({ program, arguments: rest }: RecordOptions): string {
  return [program, ...rest].map(quoted).join(' ')
}
