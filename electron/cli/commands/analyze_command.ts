import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { RpcError } from '../../../shared/rpc/contract.ts'
import type { Shard } from '../../analysis/shards/division.ts'
import { Failure, exitStatus, systemErrorCode } from '../../failure.ts'
import { AnalysisError, analyzeShardInWorker } from '../../record/finishing/analysis.ts'
import { analyzeKept, isRawRecording, profileNameOf } from '../../record/finishing/kept_recording.ts'
import { assertReplaceable } from '../../record/output.ts'
import { generalStatuses, onlyArgument, parseArguments, wrongUse } from '../command.ts'
import type { Command } from '../command.ts'
import { notesAndSummary, writtenWithoutSummary } from '../summary.ts'
import { print, progressLine, say } from '../terminal.ts'

/** The largest that names of partial profiles allow. */
const MOST_SHARDS = 999_999

const help = `hagstone analyze DIRECTORY [--output FILE]
hagstone analyze --shard I/N DIRECTORY
hagstone analyze --reduce DIRECTORY [--output FILE]

Makes a profile of a raw recording: of the ranks of an MPI or Slurm job, of a recording that
\`hagstone record\` could not analyse, or of a recording whose launcher was killed. The raw recording
does not change. Damaged or missing parts are reported on stderr and in the profile's caveats; the
rest is analysed.

A job array can analyse the ranks of a large job: --shard reads one share of the raw recording and
writes a partial profile into DIRECTORY. Shards can run in parallel, in any order, and more than once.
--reduce then combines them into the same profile as one analysis of everything.

  --shard I/N     analyse share I of N, both from 1: complete ranks, or processes of a recording without ranks
  --reduce        combine the partial profiles of all shards into the profile
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
      options: { shard: { type: 'string' }, reduce: { type: 'boolean' }, output: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      print(help)
      return 0
    }
    const shard = values.shard === undefined ? null : parseShard(values.shard)
    if (shard !== null && values.reduce === true) throw wrongUse(analyzeCommand, '--shard and --reduce exclude each other')
    if (shard !== null && values.output !== undefined) throw wrongUse(analyzeCommand, '--shard writes into the directory; --output goes with --reduce')
    const directory = resolve(onlyArgument(analyzeCommand, positionals, 'directory'))
    assertDirectory(directory)
    if (shard !== null) {
      assertTakesPartials(directory)
      await shown((hooks) => analyzeShardInWorker(directory, shard, hooks))
      return 0
    }
    const output = resolve(values.output ?? profileNameOf(directory))
    assertReplaceable(output, exitStatus.badFile)
    const isCancelled = await shown((hooks) => analyzeKept(directory, output, { ...hooks, reduce: values.reduce === true }, say))
    for (const line of isCancelled ? [writtenWithoutSummary(output)] : notesAndSummary(output)) say(line)
    return 0
  },
}

/** Runs an analysis with its progress on the terminal; SIGINT cancels it. @returns whether it did, too late to end the analysis */
async function shown(analysis: (hooks: { onProgress(share: number): void; signal: AbortSignal }) => Promise<unknown>): Promise<boolean> {
  const cancelling = new AbortController()
  process.once('SIGINT', () => cancelling.abort())
  const progress = progressLine('analysing')
  try {
    await analysis({ onProgress: progress.show, signal: cancelling.signal })
    return cancelling.signal.aborted
  } catch (error) {
    throw statedAsCode(error)
  } finally {
    progress.end()
  }
}

function parseShard(value: string): Shard {
  const [, index, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value)?.map(Number) ?? []
  if (index === undefined || count === undefined || index > count || count > MOST_SHARDS) {
    throw wrongUse(analyzeCommand, `--shard ${value}: I/N is needed, with N from 1 to ${MOST_SHARDS} and I from 1 to N, e.g. 3/16`)
  }
  return { index, count }
}

/** A failed analysis, as the error whose code determines its exit status. */
export function statedAsCode(error: unknown): unknown {
  return error instanceof AnalysisError && error.code !== null ? new RpcError(error.code, error.message) : error
}

/** Leaves nothing in a directory named by mistake. */
function assertTakesPartials(directory: string): void {
  if (!isRawRecording(directory))
    throw new Failure(exitStatus.badFile, `${directory} contains no raw recording; name the directory that the ranks recorded into.`)
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Failure(
      exitStatus.badFile,
      `${directory} cannot take a partial profile (${systemErrorCode(error) ?? 'unknown error'}); analyse it whole with hagstone analyze DIRECTORY --output FILE, or copy it.`,
    )
  }
}

function assertDirectory(path: string): void {
  try {
    if (statSync(path).isDirectory()) return
  } catch (error) {
    throw new Failure(exitStatus.badFile, `${path} cannot be read (${systemErrorCode(error) ?? 'unknown error'}); name the directory of a raw recording.`)
  }
  throw new Failure(exitStatus.badFile, `${path} is not a directory; name the directory of a raw recording (NAME.hagstone-recording).`)
}
