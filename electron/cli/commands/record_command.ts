/** `hagstone record`: runs a program and makes its profile. */
import type { StdioOptions } from 'node:child_process'
import { exitStatus, messageOf } from '../../failure.ts'
import { targetEnvironmentOfCommandLine } from '../../record/environment.ts'
import { prepareAnalysis } from '../../record/finishing/analysis.ts'
import { AnalysisAhead } from '../../record/finishing/analysis_ahead.ts'
import { hasIdleProcessor } from '../../record/finishing/idle_processor.ts'
import { finishRecording, noteEnd } from '../../record/finishing/finish.ts'
import { takeInheritedDescriptors } from '../../record/inherited_descriptors.ts'
import type { RecordOptions } from '../../record/options.ts'
import type { PlannedCounting } from '../../record/calibration/counting_run.ts'
import { prepareRecording, unknownEnd } from '../../record/recorder.ts'
import type { TargetEnd } from '../../record/recorder.ts'
import type { PreparedLaunch, PreparedRecording } from '../../record/recording_layout.ts'
import { quoted } from '../../record/program/shell_words.ts'
import type { SummaryReport } from '../../report/summary_report.ts'
import { RecentRuns } from '../../services/recent_runs.ts'
import { stateFile } from '../../state_directory.ts'
import { raiseSignal } from '../../record/signals.ts'
import type { Command } from '../command.ts'
import { CopiedOutput } from '../recording/copied_output.ts'
import { parseRecordArguments } from '../recording/record_arguments.ts'
import { recordHelp } from '../recording/record_help.ts'
import { runTarget } from '../recording/target_run.ts'
import { print, progressLine, say } from '../terminal.ts'

export const recordCommand: Command = {
  name: 'record',
  help: recordHelp,
  wrongUse: exitStatus.recordFailure,
  async run(commandArguments) {
    const workingDirectory = process.cwd()
    const environment = targetEnvironmentOfCommandLine(process.env)
    const descriptors = takeInheritedDescriptors(environment)
    const options = parseRecordArguments(commandArguments, { workingDirectory, environment })
    if (options === null) {
      print(recordHelp)
      return 0
    }
    if ('calibrated' in options) return (await calibrating()).calibrate(options)
    if ('program' in options) return recordProgram(options, descriptors)
    const { recordProcess } = await import('../recording/attach.ts')
    const next: WhatFollows = { ahead: null }
    const prepared = await recordProcess(options, workingDirectory, (recorded) => beginWhatFollows(recorded, next))
    await finish(prepared, unknownEnd, null, next)
    return 0
  },
}

/** Most recordings are not calibrated, and need not wait until the code for that is loaded. */
const calibrating = (): Promise<typeof import('../recording/calibrate.ts')> => import('../recording/calibrate.ts')

async function recordProgram(options: RecordOptions, descriptors: ReturnType<typeof takeInheritedDescriptors>): Promise<number> {
  const examining = progressLine('examining the program')
  const hooks = { onProgress: examining.show }
  const counting = options.calibration === null ? null : await (await calibrating()).planCalibration(options, options.calibration, hooks).finally(examining.end)
  const prepared = await prepareRecording(options, options.workingDirectory, hooks).finally(examining.end)
  for (const line of [...prepared.remarks, ...prepared.description.notes, ...(counting?.remarks ?? [])]) sayForAll(prepared, line)
  const copied = options.keepOutput ? new CopiedOutput() : null
  const next: WhatFollows = { ahead: null }
  const onStart = (): void => beginWhatFollows(prepared, next)
  const { end, finishedBefore } =
    options.runs > 1
      ? {
          end: await (await import('../recording/repeated_runs.ts')).runRepeatedly(prepared, descriptors, options.runs, copied, onStart),
          finishedBefore: false,
        }
      : await runOnce(prepared, descriptors, copied, { next, onStart })
  if (!finishedBefore) {
    await keep(prepared, copied)
    await finish(prepared, end, counting, next)
  }
  copied?.release()
  if (end.signal !== null) raiseSignal(end.signal)
  return end.code ?? exitStatus.recordFailure
}

/** One rank of a job reports for all. */
function sayForAll({ place }: PreparedRecording, line: string): void {
  if (place.rank === null || place.rank.number === 0) say(line)
}

interface WhatFollows {
  /** Null if the recording is analysed only at its end. */
  ahead: AnalysisAhead | null
}

/** A limit that is reached before its end finishes the recording, while the target continues. */
function runOnce(
  prepared: PreparedLaunch,
  descriptors: StdioOptions,
  copied: CopiedOutput | null,
  { next, onStart }: { next: WhatFollows; onStart: () => void },
): Promise<{ end: TargetEnd; finishedBefore: boolean }> {
  return runTarget(prepared, {
    descriptors,
    copied,
    onStart,
    onLimit: (limit) => sayForAll(prepared, `The recording ends at ${limit}; ${prepared.name} continues.`),
    afterLimit: async () => {
      await keep(prepared, copied)
      await finish(prepared, unknownEnd, null, next)
    },
  })
}

/** While the program runs and there is nothing else to do. What cannot be loaded fails where it is needed. */
function beginWhatFollows({ place, choice }: PreparedRecording, next: WhatFollows): void {
  // Ranks are analysed together, later.
  if (place.rank !== null) return
  prepareAnalysis()
  if (choice.engine !== 'exhaustive') next.ahead = new AnalysisAhead(place.recordingDirectory, hasIdleProcessor, true)
  void import('../summary.ts').catch(() => {})
}

async function keep(prepared: PreparedLaunch, copied: CopiedOutput | null): Promise<void> {
  if (copied !== null) prepared.description.programOutput = await copied.kept()
}

async function finish(prepared: PreparedRecording, end: TargetEnd, planned: PlannedCounting | null, { ahead }: WhatFollows): Promise<void> {
  noteEnd(prepared, end, false)
  const counted = planned === null ? null : await (await calibrating()).countFor(prepared, planned, end)
  const cancelling = new AbortController()
  const cancel = (): void => cancelling.abort()
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  const progress = progressLine('analysing')
  const hooks = {
    onProgress: progress.show,
    signal: cancelling.signal,
    warn: say,
    smallHere: true,
    ahead,
    ...(counted === null ? {} : { counting: counted.counting }),
  }
  let summary: SummaryReport | null
  try {
    summary = await finishRecording(prepared, end, false, hooks)
    counted?.discard()
  } finally {
    progress.end()
    process.off('SIGINT', cancel)
    process.off('SIGTERM', cancel)
  }
  // Making the summary of a large profile can take as long as the part that was cancelled.
  if (cancelling.signal.aborted && prepared.place.rank === null) {
    const { writtenWithoutSummary } = await import('../summary.ts')
    say(writtenWithoutSummary(prepared.place.profile))
    return
  }
  try {
    for (const line of await closingLines(prepared, summary)) sayForAll(prepared, line)
  } catch (error) {
    say(`${prepared.place.profile} is written, but its summary cannot be shown: ${messageOf(error)}`)
  }
}

async function closingLines({ place }: PreparedRecording, summary: SummaryReport | null): Promise<string[]> {
  if (place.rank === null) {
    const { summaryLines } = await import('../summary.ts')
    // If nothing can be kept, a line already said so.
    return summaryLines(place.profile, new RecentRuns(stateFile('recent-runs.json'), () => {}), summary)
  }
  const { sharedDirectory } = place.rank
  return [
    `Every rank writes its raw recording to ${sharedDirectory}; when all have ended, run hagstone analyze ${quoted(sharedDirectory)} --output ${quoted(place.profile)}`,
  ]
}
