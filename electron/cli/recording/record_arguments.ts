/** Arguments of `hagstone record`, checked and made into options. */
import { Failure, exitStatus } from '../../failure.ts'
import { hasFraction } from '../../record/finishing/limits.ts'
import {
  attributions,
  bounds,
  defaultSampling,
  engines,
  followModes,
  granularities,
  nanosecondsPerSecond,
  reservoirs,
  reuseParts,
  scopeModes,
  severalRunsProblem,
  toolProblem,
  transports,
  usualWindow,
} from '../../record/options.ts'
import { TOOLS } from '../../../shared/tools.ts'
import type {
  AttachOptions,
  CalibrateOptions,
  Calibration,
  ExhaustiveOptions,
  RecordOptions,
  RecordingLimits,
  RecordingOptions,
  SamplingOptions,
} from '../../record/options.ts'
import { resolveEvents } from '../../record/machine/pmu_events.ts'
import { rankOf } from '../../record/ranks.ts'
import { parseArguments as readCommandLine } from '../../../shared/names/command_line.ts'
import type { Granularity, Tool } from '../../../shared/run.ts'
import { SHORT_FORMS, choice, decimal, integer, parseArguments, shareOf, wrongUse } from '../command.ts'
import { valueOptionNames, valueOptionsOf, valueOptionTypes } from './value_arguments.ts'

const command = { name: 'record', wrongUse: exitStatus.recordFailure } as const

/** Null if help was requested. Throws Failure 125 on wrong usage. */
export function parseRecordArguments(
  commandArguments: string[],
  surroundings: { workingDirectory: string; environment: Record<string, string> },
): RecordOptions | AttachOptions | CalibrateOptions | null {
  const { calibrated, words } = takeCalibrated(commandArguments)
  const { own, target } = splitAtProgram(words)
  const { values, positionals } = parseArguments(command, { args: own, options: optionTypes, allowPositionals: true })
  if (values.help === true) return null
  const [program, ...targetArguments] = [...positionals, ...target]
  const calibration = calibrationOf(values)
  if (calibrated !== null)
    return { ...calibrationOnly(calibrated, values, program), ...surroundings, command: calibration?.command ?? null, output: values.output ?? null }
  if (values.runs !== undefined && values.pid !== undefined) throw wrongUse(command, '--runs starts the program several times; --pid does not start a program')
  if (program !== undefined && values.pid !== undefined) throw wrongUse(command, `--pid ${values.pid} and the program ${program} exclude each other`)
  const sampling = samplingOf(values)
  const options: RecordingOptions = { sampling, limits: limitsOf(values, sampling.tools), environment: surroundings.environment, output: values.output ?? null }
  if (values.pid !== undefined && values['keep-output'] === true)
    throw wrongUse(command, '--keep-output keeps the output of a program that record starts; --pid attaches to one that prints elsewhere already')
  if (values.pid !== undefined) return { ...options, processId: integer(command, 'pid', values.pid, bounds.processId) }
  if (program === undefined) throw wrongUse(command, 'No program is named')
  const rank = rankOf(surroundings.environment)
  return {
    ...options,
    rank,
    runs: runsOf(values, sampling.engine, rank !== null),
    keepOutput: values['keep-output'] === true,
    program,
    arguments: targetArguments,
    workingDirectory: surroundings.workingDirectory,
    calibration,
  }
}

/** How often the program is run. */
function runsOf(values: OptionValues, engine: SamplingOptions['engine'], isRank: boolean): number {
  if (values.runs === undefined) return 1
  const runs = integer(command, 'runs', values.runs, bounds.runs)
  if (isRank) throw wrongUse(command, '--runs cannot repeat one rank of a job; start the job several times')
  const problem = severalRunsProblem({ engine, until: values.until !== undefined, calibrates: values.calibrate !== undefined })
  if (problem !== null) throw wrongUse(command, `--runs: ${problem}`)
  return runs
}

/** The profile after --calibrate, and the words without it: only its ending marks a word as a profile. */
function takeCalibrated(words: string[]): { calibrated: string | null; words: string[] } {
  const isProfile = (word: string | undefined): word is string => word !== undefined && word.endsWith('.hagstone')
  const end = words.indexOf('--')
  const own = end < 0 ? words : words.slice(0, end)
  const at = own.findIndex((word, index) => word.startsWith('--calibrate=') || (word === '--calibrate' && isProfile(own[index + 1])))
  const found = own[at]
  if (found === undefined) return { calibrated: null, words }
  const joined = found !== '--calibrate'
  const calibrated = joined ? found.slice('--calibrate='.length) : (own[at + 1] ?? '')
  if (!isProfile(calibrated))
    throw wrongUse(command, `--calibrate ${calibrated}: this is not a profile; give NAME.hagstone, or no value to record and calibrate a program`)
  return { calibrated, words: [...words.slice(0, at), '--calibrate', ...words.slice(at + (joined ? 1 : 2))] }
}

/** For an existing profile: nothing is recorded, so no other option applies. */
function calibrationOnly(calibrated: string, values: OptionValues, program: string | undefined): Pick<CalibrateOptions, 'calibrated'> {
  const others = Object.keys(values).filter((name) => !['calibrate', 'calibrate-with', 'output'].includes(name))
  if (others.length > 0) throw wrongUse(command, `--calibrate ${calibrated} accepts only --calibrate-with and --output, not --${others[0]}`)
  if (program !== undefined)
    throw wrongUse(command, `--calibrate ${calibrated} counts the command of the profile; for another command, e.g. ${program}, use --calibrate-with`)
  return { calibrated }
}

/** Null: no counting run was requested. */
function calibrationOf(values: OptionValues): Calibration | null {
  const counted = values['calibrate-with']
  if (values.calibrate !== true) {
    if (counted !== undefined) throw wrongUse(command, '--calibrate-with requires --calibrate')
    return null
  }
  const foreign = (['pid', 'duration', 'max-samples', 'until', 'access-rate'] as const).find((option) => values[option] !== undefined)
  if (foreign !== undefined) throw wrongUse(command, `--calibrate counts a complete run of the program; omit --${foreign}`)
  if (counted === undefined) return { command: null }
  const parsed = readCommandLine(counted)
  if (parsed.problem !== null) throw wrongUse(command, `--calibrate-with: ${parsed.problem.replace(/\.$/, '')}`)
  if (parsed.arguments.length === 0) throw wrongUse(command, '--calibrate-with needs a program and its arguments, quoted as one word')
  return { command: parsed.arguments }
}

const optionTypes = {
  tool: { type: 'string' },
  engine: { type: 'string' },
  event: { type: 'string' },
  period: { type: 'string' },
  rate: { type: 'string' },
  tolerance: { type: 'string' },
  granularity: { type: 'string' },
  'process-wide': { type: 'boolean' },
  'by-object': { type: 'boolean' },
  scope: { type: 'string' },
  'spatial-threshold': { type: 'string' },
  ...valueOptionTypes,
  window: { type: 'string' },
  bursty: { type: 'boolean' },
  'reuse-of': { type: 'string' },
  'access-rate': { type: 'string' },
  calibrate: { type: 'boolean' },
  'calibrate-with': { type: 'string' },
  'max-overhead': { type: 'string' },
  attribution: { type: 'string' },
  reservoir: { type: 'string' },
  follow: { type: 'string' },
  transport: { type: 'string' },
  'skip-range': { type: 'string' },
  'stop-budget': { type: 'string' },
  'depth-cap': { type: 'string' },
  'watch-registers': { type: 'string' },
  seed: { type: 'string' },
  pid: { type: 'string' },
  runs: { type: 'string' },
  'keep-output': { type: 'boolean' },
  duration: { type: 'string' },
  'max-samples': { type: 'string' },
  until: { type: 'string' },
  output: { type: 'string' },
  help: { type: 'boolean' },
} as const
type OptionValues = { [K in keyof typeof optionTypes]?: ((typeof optionTypes)[K]['type'] extends 'string' ? string : boolean) | undefined }
type TextOption = { [K in keyof typeof optionTypes]: (typeof optionTypes)[K]['type'] extends 'string' ? K : never }[keyof typeof optionTypes]

/** Options for one kind of engine only. */
const ofSampling = [
  'period',
  'rate',
  'event',
  'max-overhead',
  'attribution',
  'reservoir',
  'reuse-of',
  'access-rate',
  'transport',
  'skip-range',
  'stop-budget',
  'depth-cap',
  'watch-registers',
  'seed',
  'max-samples',
  'until',
  'pid',
  'calibrate',
  'calibrate-with',
] as const
const ofExhaustive = ['window', 'bursty', 'scope', 'process-wide', 'by-object', 'spatial-threshold', ...valueOptionNames] as const

/** The program's own arguments begin at the first word that is not an option of ours, or after "--". */
function splitAtProgram(words: string[]): { own: string[]; target: string[] } {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--') return { own: words.slice(0, index), target: words.slice(index + 1) }
    if (!word.startsWith('-') || word === '-') return { own: words.slice(0, index), target: words.slice(index) }
    const name = word.startsWith('--') ? word.slice(2) : ([...SHORT_FORMS].find(([, letter]) => word === `-${letter}`)?.[0] ?? '')
    if (Object.hasOwn(optionTypes, name) && optionTypes[name as keyof typeof optionTypes].type === 'string') index++
  }
  return { own: words, target: [] }
}

function samplingOf(values: OptionValues): SamplingOptions {
  const pick = <T extends string>(option: TextOption, allowed: readonly T[], otherwise: T): T => {
    const value = values[option]
    return value === undefined ? otherwise : choice(command, option, value, allowed)
  }
  const count = (option: TextOption, range: { minimum: number; maximum: number }): number | null => {
    const value = values[option]
    return value === undefined ? null : integer(command, option, value, range)
  }
  const engine = pick('engine', engines, defaultSampling.engine)
  assertOptionsFit(engine, values)
  const tools = values.tool === undefined ? defaultSampling.tools : toolsOf(values.tool, engine)
  const foreign = tools.includes('values') ? undefined : valueOptionNames.find((option) => values[option] !== undefined)
  if (foreign !== undefined) throw wrongUse(command, `--${foreign} is an option of the tool values; add --tool values`)
  const granularity = granularitiesOf(values.granularity)
  return {
    engine,
    tools,
    pace: paceOf(values),
    events: values.event === undefined ? [] : resolveEvents(values.event),
    transport: pick('transport', transports, defaultSampling.transport),
    reservoir: pick('reservoir', reservoirs, defaultSampling.reservoir),
    attribution: pick('attribution', attributions, defaultSampling.attribution),
    follow: pick('follow', followModes, defaultSampling.follow),
    tolerance: values.tolerance === undefined ? defaultSampling.tolerance : toleranceOf(values.tolerance),
    granularity: oneGranularity(engine, granularity),
    reuseOf: pick('reuse-of', reuseParts, defaultSampling.reuseOf),
    maxOverhead: values['max-overhead'] === undefined ? defaultSampling.maxOverhead : maxOverheadOf(values['max-overhead']),
    accessRate: values['access-rate'] === undefined ? null : decimal(command, 'access-rate', values['access-rate'], bounds.accessRate, 'accesses per second'),
    seed: values.seed === undefined ? null : seedOf(values.seed),
    skipRange: count('skip-range', bounds.skipRange),
    stopBudget: count('stop-budget', bounds.stopBudget),
    depthCap: count('depth-cap', bounds.depthCap),
    watchRegisters: count('watch-registers', bounds.watchRegisters),
    exhaustive: {
      window: windowOf(values),
      scope: pick('scope', scopeModes, defaultSampling.exhaustive.scope),
      granularities: granularity ?? defaultSampling.exhaustive.granularities,
      processWide: values['process-wide'] === true,
      byObject: values['by-object'] === true,
      spatialThreshold:
        values['spatial-threshold'] === undefined ? defaultSampling.exhaustive.spatialThreshold : spatialThresholdOf(values['spatial-threshold']),
      values: valueOptionsOf(command, values),
    },
  }
}

/** An option that the chosen engine would ignore is rejected: the user gave it for a reason. */
function assertOptionsFit(engine: SamplingOptions['engine'], values: OptionValues): void {
  const foreign = (engine === 'exhaustive' ? ofSampling : ofExhaustive).find((option) => values[option] !== undefined)
  if (foreign === undefined) return
  throw wrongUse(
    command,
    engine === 'exhaustive'
      ? `--${foreign} is for the engines that sample; the exhaustive engine sees every access of a program that it starts`
      : `--${foreign} needs --engine exhaustive`,
  )
}

/** In ascending order of size; null: not given. */
function granularitiesOf(list: string | undefined): Granularity[] | null {
  if (list === undefined) return null
  const chosen = list.split(',').map((name) => choice(command, 'granularity', name, granularities))
  return granularities.filter((granularity) => chosen.includes(granularity))
}

function oneGranularity(engine: SamplingOptions['engine'], chosen: Granularity[] | null): Granularity {
  if (engine !== 'exhaustive' && chosen !== null && chosen.length > 1)
    throw wrongUse(command, `--granularity ${chosen.join(',')}: only the exhaustive engine measures several at once; choose one or add --engine exhaustive`)
  return chosen?.[0] ?? defaultSampling.granularity
}

function windowOf({ window, bursty }: OptionValues): ExhaustiveOptions['window'] {
  if (window !== undefined && bursty === true) throw wrongUse(command, '--window and --bursty exclude each other')
  if (window === undefined) return bursty === true ? usualWindow : null
  const [on, off] = /^([^/]+)\/([^/]+)$/.exec(window)?.slice(1).map(instructionsOf) ?? []
  const { minimum, maximum } = bounds.window
  const fits = (count: number | undefined): count is number => count !== undefined && count >= minimum && count <= maximum
  if (!fits(on) || !fits(off))
    throw wrongUse(command, `--window ${window}: give the instructions measured / skipped, each from ${minimum} to 1000T, e.g. 1M/99M`)
  return { on, off }
}

/** NaN if it is not a whole number of instructions. */
function instructionsOf(text: string): number {
  const words = /^(\d+(?:\.\d+)?)([kKMGT]?)$/.exec(text)
  const factor = { '': 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }[words?.[2] ?? ''] ?? Number.NaN
  const count = Number(words?.[1]) * factor
  return Number.isSafeInteger(count) ? count : Number.NaN
}

function toolsOf(list: string, engine: SamplingOptions['engine']): Tool[] {
  const tools = [...new Set(list.split(',').map((name) => choice(command, 'tool', name, TOOLS)))]
  const problem = toolProblem(engine, tools)
  if (problem !== null) throw wrongUse(command, `--tool ${problem}`)
  return tools
}

function paceOf({ period, rate }: OptionValues): SamplingOptions['pace'] {
  if (period !== undefined && rate !== undefined) throw wrongUse(command, '--period and --rate exclude each other')
  if (period !== undefined) return { period: integer(command, 'period', period, bounds.period) }
  if (rate === undefined) return defaultSampling.pace
  const range = { minimum: nanosecondsPerSecond / bounds.period.maximum, maximum: nanosecondsPerSecond / bounds.period.minimum }
  return { rate: decimal(command, 'rate', rate, range, 'samples per second') }
}

function toleranceOf(value: string): number {
  const tolerance = shareOf(value)
  if (!(tolerance >= 0 && tolerance < 1))
    throw wrongUse(command, `--tolerance ${value}: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%`)
  return tolerance
}

function spatialThresholdOf(value: string): number {
  const threshold = shareOf(value)
  if (!(threshold >= 0 && threshold <= 1)) throw wrongUse(command, `--spatial-threshold ${value}: a share from 0 to 1 is required, e.g. 20%`)
  return threshold
}

function maxOverheadOf(value: string): number {
  const share = shareOf(value)
  const { minimum, maximum } = bounds.maxOverhead
  if (share !== 0 && !(share >= minimum && share <= maximum))
    throw wrongUse(command, `--max-overhead ${value}: a share from ${minimum} to ${maximum} is required, e.g. 5%, or 0 for none`)
  return share
}

function seedOf(seed: string): string {
  const largest = 2n ** 64n - 1n
  if (!/^\d{1,20}$/.test(seed) || BigInt(seed) > largest)
    throw new Failure(command.wrongUse, `--seed ${seed}: a whole number from 0 to ${largest} is required; see hagstone record --help.`)
  return seed
}

function limitsOf(values: OptionValues, tools: Tool[]): RecordingLimits {
  return {
    duration: values.duration === undefined ? null : decimal(command, 'duration', values.duration, bounds.duration, 'seconds'),
    maxSamples: values['max-samples'] === undefined ? null : integer(command, 'max-samples', values['max-samples'], bounds.maxSamples),
    until: values.until === undefined ? null : untilOf(values.until, tools),
  }
}

function untilOf(value: string, tools: Tool[]): number {
  const share = value.startsWith('ci=') ? shareOf(value.slice('ci='.length)) : Number.NaN
  const { minimum, maximum } = bounds.until
  if (!(share >= minimum && share <= maximum))
    throw wrongUse(command, `--until ${value}: ci= and a share from ${minimum} to ${maximum} is required, e.g. ci=2%`)
  if (!tools.some(hasFraction))
    throw wrongUse(command, `--until ${value}: ${tools.join(' and ')} measures no fraction, so there is no interval; use --duration or --max-samples`)
  return share
}
