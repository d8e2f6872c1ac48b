import { Failure, exitStatus } from '../failure.ts'
import {
  attributions,
  bounds,
  defaultSampling,
  engines,
  followModes,
  nanosecondsPerSecond,
  periodOfRate,
  recordableTools,
  reservoirs,
  transports,
} from '../record/options.ts'
import type { RecordOptions, SamplingOptions } from '../record/options.ts'
import type { Tool } from '../../shared/report.ts'
import { choice, integer, parseArguments, wrongUse } from './command.ts'

const command = { name: 'record', wrongUse: exitStatus.recordFailure } as const

export const recordHelp = `hagstone record [OPTIONS] [--] PROGRAM [ARGUMENTS…]

Runs a program and records its dead stores: which stores nobody read before another one
overwrote them, as pairs of calling contexts. Leaves NAME.hagstone and prints the worst pair.
The program's input, output and exit status stay its own; Hagstone speaks on stderr only.

  --tool T[,T]            what to look for: ${recordableTools.join(', ')} (default ${defaultSampling.tools.join(',')})
  --engine E              ${engines.join(' | ')} (default ${defaultSampling.engine}: the first that works here)
  --period N              ns of CPU time between a thread's samples, ${bounds.period.minimum} to ${bounds.period.maximum}
                          (default ${defaultSampling.period})
  --rate R                the same as samples per second of CPU time, e.g. 100
  --attribution A         ${attributions.join(' | ')} (default ${defaultSampling.attribution}): whether a trap speaks
                          for the samples of its context that could not be watched
  --reservoir R           ${reservoirs.join(' | ')} (default ${defaultSampling.reservoir}): which
                          watchpoint a new sample replaces
  --follow F              ${followModes.join(' | ')} (default ${defaultSampling.follow}): whether processes it starts are recorded
  --transport T           ${transports.join(' | ')} (default ${defaultSampling.transport}): how watchpoints report
  --skip-range K          a random number below K of stores is skipped before one is sampled, ${bounds.skipRange.minimum} to ${bounds.skipRange.maximum}
  --stop-budget N         most stops on the way to a sampled store, ${bounds.stopBudget.minimum} to ${bounds.stopBudget.maximum}
  --depth-cap N           deepest calling context kept, ${bounds.depthCap.minimum} to ${bounds.depthCap.maximum} frames
  --watch-registers N     debug registers to watch with, ${bounds.watchRegisters.minimum} to ${bounds.watchRegisters.maximum} (default all but one)
  --seed N                seed of all random numbers, for repeatable choices
  --output FILE           profile to write (default PROGRAM-YYYYMMDD-HHMMSS.hagstone here)
  --help

Signals to hagstone are handed on to the program. While it runs, FILE-recording/ holds the raw
recording; it is kept, and named, when the profile cannot be made of it.

Exit status: the program's own (signals are raised again); ${exitStatus.recordFailure} a failure of Hagstone, wrong use included;
${exitStatus.notExecutable} the program cannot be executed; ${exitStatus.notFound} it was not found.
`

/** Null when help was asked for. Throws Failure 125 on wrong use. */
export function parseRecordArguments(
  commandArguments: string[],
  surroundings: { workingDirectory: string; environment: Record<string, string> },
): RecordOptions | null {
  const { own, target } = splitAtProgram(commandArguments)
  const { values, positionals } = parseArguments(command, { args: own, options: optionTypes, allowPositionals: true })
  if (values.help === true) return null
  const [program, ...targetArguments] = [...positionals, ...target]
  if (program === undefined) throw wrongUse(command, 'No program is named')
  return {
    program,
    arguments: targetArguments,
    workingDirectory: surroundings.workingDirectory,
    environment: surroundings.environment,
    sampling: samplingOf(values),
    output: values.output ?? null,
  }
}

const optionTypes = {
  tool: { type: 'string' },
  engine: { type: 'string' },
  period: { type: 'string' },
  rate: { type: 'string' },
  attribution: { type: 'string' },
  reservoir: { type: 'string' },
  follow: { type: 'string' },
  transport: { type: 'string' },
  'skip-range': { type: 'string' },
  'stop-budget': { type: 'string' },
  'depth-cap': { type: 'string' },
  'watch-registers': { type: 'string' },
  seed: { type: 'string' },
  output: { type: 'string' },
  help: { type: 'boolean' },
} as const
type OptionValues = { [K in Exclude<keyof typeof optionTypes, 'help'>]?: string | undefined }

/** The program's own arguments begin at the first word that is no option of ours, or after "--". */
function splitAtProgram(words: string[]): { own: string[]; target: string[] } {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--') return { own: words.slice(0, index), target: words.slice(index + 1) }
    if (!word.startsWith('-') || word === '-') return { own: words.slice(0, index), target: words.slice(index) }
    const name = word.slice(2)
    if (Object.hasOwn(optionTypes, name) && optionTypes[name as keyof typeof optionTypes].type === 'string') index++
  }
  return { own: words, target: [] }
}

function samplingOf(values: OptionValues): SamplingOptions {
  const pick = <T extends string>(option: keyof OptionValues, allowed: readonly T[], otherwise: T): T => {
    const value = values[option]
    return value === undefined ? otherwise : choice(command, option, value, allowed)
  }
  const count = (option: keyof OptionValues, range: { minimum: number; maximum: number }): number | null => {
    const value = values[option]
    return value === undefined ? null : integer(command, option, value, range)
  }
  return {
    engine: pick('engine', engines, defaultSampling.engine),
    tools: values.tool === undefined ? defaultSampling.tools : toolsOf(values.tool),
    period: periodOf(values),
    transport: pick('transport', transports, defaultSampling.transport),
    reservoir: pick('reservoir', reservoirs, defaultSampling.reservoir),
    attribution: pick('attribution', attributions, defaultSampling.attribution),
    follow: pick('follow', followModes, defaultSampling.follow),
    seed: values.seed === undefined ? null : seedOf(values.seed),
    skipRange: count('skip-range', bounds.skipRange),
    stopBudget: count('stop-budget', bounds.stopBudget),
    depthCap: count('depth-cap', bounds.depthCap),
    watchRegisters: count('watch-registers', bounds.watchRegisters),
  }
}

function toolsOf(list: string): Tool[] {
  return [...new Set(list.split(',').map((name) => choice(command, 'tool', name, recordableTools)))]
}

function periodOf({ period, rate }: OptionValues): number {
  if (period !== undefined && rate !== undefined) throw wrongUse(command, '--period and --rate say the same thing twice')
  if (period !== undefined) return integer(command, 'period', period, bounds.period)
  if (rate === undefined) return defaultSampling.period
  const lowest = nanosecondsPerSecond / bounds.period.maximum
  const highest = nanosecondsPerSecond / bounds.period.minimum
  const samples = /^\d+(\.\d+)?$/.test(rate) ? Number(rate) : Number.NaN
  if (!(samples >= lowest && samples <= highest)) throw wrongUse(command, `--rate ${rate}: a number from ${lowest} to ${highest} samples per second is needed`)
  return periodOfRate(samples)
}

function seedOf(seed: string): string {
  const largest = 2n ** 64n - 1n
  if (!/^\d{1,20}$/.test(seed) || BigInt(seed) > largest) throw new Failure(command.wrongUse, `--seed ${seed}: a whole number from 0 to ${largest} is needed; see hagstone record --help.`)
  return seed
}
