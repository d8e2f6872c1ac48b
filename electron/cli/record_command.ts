import { exitStatus, messageOf } from '../failure.ts'
import { describeEnd, finishRecording, prepareRecording, startTarget, targetEnd } from '../record/recorder.ts'
import type { PreparedRecording, TargetEnd } from '../record/recorder.ts'
import { forwardSignals, raiseSignal } from '../record/signals.ts'
import { definedEnvironment } from '../record/environment.ts'
import type { Command } from './command.ts'
import { parseRecordArguments, recordHelp } from './record_arguments.ts'
import { summaryLines } from './summary.ts'
import { print, say } from './terminal.ts'

export const recordCommand: Command = {
  name: 'record',
  help: recordHelp,
  wrongUse: exitStatus.recordFailure,
  async run(commandArguments) {
    const workingDirectory = process.cwd()
    const options = parseRecordArguments(commandArguments, { workingDirectory, environment: definedEnvironment(process.env) })
    if (options === null) {
      print(recordHelp)
      return 0
    }
    const prepared = await prepareRecording(options, workingDirectory)
    for (const note of prepared.program.notes) say(note)
    const end = await runTarget(prepared)
    await finish(prepared, end)
    if (end.signal !== null) raiseSignal(end.signal)
    return end.code ?? exitStatus.recordFailure
  },
}

async function runTarget(prepared: PreparedRecording): Promise<TargetEnd> {
  const target = await startTarget(prepared, { stdio: 'inherit', ownGroup: false })
  const stopForwarding = forwardSignals(target)
  try {
    return await targetEnd(target)
  } finally {
    stopForwarding()
  }
}

async function finish(prepared: PreparedRecording, end: TargetEnd): Promise<void> {
  const cancelling = new AbortController()
  const cancel = (): void => cancelling.abort()
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  try {
    if (end.signal !== null) say(`${prepared.options.program} ended by ${describeEnd(end)}; what it did until then is in the profile.`)
    await finishRecording(prepared, end, false, { onProgress: () => {}, signal: cancelling.signal })
  } finally {
    process.off('SIGINT', cancel)
    process.off('SIGTERM', cancel)
  }
  try {
    for (const line of summaryLines(prepared.place.profile)) say(line)
  } catch (error) {
    say(`${prepared.place.profile} is written, but its summary cannot be shown: ${messageOf(error)}`)
  }
}
