import type { StdioOptions } from 'node:child_process'
import { exitStatus, messageOf } from '../failure.ts'
import { finishRecording, prepareRecording, startTarget, targetEnd } from '../record/recorder.ts'
import type { PreparedRecording, TargetEnd } from '../record/recorder.ts'
import { forwardSignals, raiseSignal } from '../record/signals.ts'
import { definedEnvironment } from '../record/environment.ts'
import { takeInheritedDescriptors } from '../record/inherited_descriptors.ts'
import type { Command } from './command.ts'
import { parseRecordArguments, recordHelp } from './record_arguments.ts'
import { summaryLines } from './summary.ts'
import { print, progressLine, say } from './terminal.ts'

export const recordCommand: Command = {
  name: 'record',
  help: recordHelp,
  wrongUse: exitStatus.recordFailure,
  async run(commandArguments) {
    const workingDirectory = process.cwd()
    const environment = definedEnvironment(process.env)
    const descriptors = takeInheritedDescriptors(environment)
    const options = parseRecordArguments(commandArguments, { workingDirectory, environment })
    if (options === null) {
      print(recordHelp)
      return 0
    }
    const prepared = await prepareRecording(options, workingDirectory)
    for (const note of prepared.program.notes) say(note)
    const end = await runTarget(prepared, descriptors)
    await finish(prepared, end)
    if (end.signal !== null) raiseSignal(end.signal)
    return end.code ?? exitStatus.recordFailure
  },
}

async function runTarget(prepared: PreparedRecording, descriptors: StdioOptions): Promise<TargetEnd> {
  const forwarding = forwardSignals()
  try {
    const target = await startTarget(prepared, { stdio: descriptors, ownGroup: false })
    const end = targetEnd(target)
    forwarding.to(target)
    return await end
  } finally {
    forwarding.stop()
  }
}

async function finish(prepared: PreparedRecording, end: TargetEnd): Promise<void> {
  const cancelling = new AbortController()
  const cancel = (): void => cancelling.abort()
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  const progress = progressLine('analysing')
  try {
    await finishRecording(prepared, end, false, { onProgress: progress.show, signal: cancelling.signal, warn: say })
  } finally {
    progress.end()
    process.off('SIGINT', cancel)
    process.off('SIGTERM', cancel)
  }
  try {
    for (const line of summaryLines(prepared.place.profile)) say(line)
  } catch (error) {
    say(`${prepared.place.profile} is written, but its summary cannot be shown: ${messageOf(error)}`)
  }
}
