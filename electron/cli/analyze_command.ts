import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError } from '../../shared/rpc/contract.ts'
import { Failure, exitStatus, systemErrorCode } from '../failure.ts'
import { AnalysisError, analyzeInWorker } from '../record/analysis.ts'
import { profileNameOf } from '../record/kept_recording.ts'
import { assertReplaceable } from '../record/output.ts'
import { generalStatuses, onlyArgument, parseArguments } from './command.ts'
import type { Command } from './command.ts'
import { notesAndSummary } from './summary.ts'
import { print, progressLine, say } from './terminal.ts'

const help = `hagstone analyze DIRECTORY [--output FILE]

Makes a profile of a raw recording: of the ranks of an MPI or Slurm job, of what \`hagstone record\`
kept because it could not analyse it, or of a recording whose launcher was killed. The raw recording
stays as it is. What is damaged or missing is told on stderr and in the profile's notes; the rest is analysed.

  --output FILE   profile to write (default: the directory's name with .hagstone, here)
  --help

${generalStatuses}
`

export const analyzeCommand: Command = {
  name: 'analyze',
  help,
  wrongUse: exitStatus.wrongUse,
  async run(commandArguments) {
    const { values, positionals } = parseArguments(analyzeCommand, {
      args: commandArguments,
      options: { output: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const directory = resolve(onlyArgument(analyzeCommand, positionals, 'directory'))
    assertDirectory(directory)
    const output = resolve(values.output ?? profileNameOf(directory))
    assertReplaceable(output, exitStatus.badFile)
    const cancelling = new AbortController()
    process.once('SIGINT', () => cancelling.abort())
    const progress = progressLine('analysing')
    try {
      await analyzeInWorker(directory, output, { onProgress: progress.show, signal: cancelling.signal })
    } catch (error) {
      throw statedAsCode(error)
    } finally {
      progress.end()
    }
    for (const line of notesAndSummary(output)) say(line)
    return 0
  },
}

/** An analysis that failed, as the error whose code tells its exit status. */
export function statedAsCode(error: unknown): unknown {
  return error instanceof AnalysisError && error.code !== null ? new RpcError(error.code, error.message) : error
}

function assertDirectory(path: string): void {
  try {
    if (statSync(path).isDirectory()) return
  } catch (error) {
    throw new Failure(exitStatus.badFile, `${path} cannot be read (${systemErrorCode(error) ?? 'unknown error'}); name the directory of a raw recording.`)
  }
  throw new Failure(exitStatus.badFile, `${path} is no directory; name the directory of a raw recording (NAME.hagstone-recording).`)
}
