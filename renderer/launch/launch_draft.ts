/** The launch form: the typed text, whether it is valid, and the requested recording. */
import type { Engine, Granularity, Tool } from '../../shared/run.ts'
import type { LaunchRequest, ListedProcess } from '../../shared/rpc/recordings.ts'
import { baseName } from '../format/paths.ts'
import { countText } from '../format/quantities.ts'
import { comparesValues, defaultTools, needsExhaustive, toolWords } from '../tools/tools.ts'
import { groupedDigits } from '../../shared/names/counted.ts'
import { parseArguments, quoteArguments } from '../../shared/names/command_line.ts'
import type { EnvironmentChange } from './environment.ts'
import { changesOf, environmentOf, environmentProblem } from './environment.ts'

type ChosenProcess = Pick<ListedProcess, 'id' | 'startTime' | 'command'>

/** The launch form as it is filled in; numbers as they are typed. */
export interface LaunchDraft {
  /** Records a process that runs already instead of a program to start. */
  attach: boolean
  /** A number of a process, or a part of its command line. */
  processText: string
  /** Of the list, or as it was recorded before. */
  chosenProcess: ChosenProcess | null
  program: string
  argumentLine: string
  directory: string
  environment: EnvironmentChange[]
  tools: Tool[]
  engine: Engine | 'auto'
  /** Samples per second of CPU time and thread; empty: high at first, then falling. */
  rate: string
  granularity: Granularity
  /** Percent. */
  tolerance: string
  followChildren: boolean
  keepOutput: boolean
  /** Seconds; empty: until the program ends. */
  duration: string
  /** Percentage points; empty: however sure it is. */
  until: string
  /** How often the program is run, one run after the other; empty: once. */
  runs: string
  /** Only for the exhaustive engine: virtual PMUs sample in the same run, at these periods and with this many registers. */
  validate: boolean
  /** Lists of whole numbers. */
  periods: string
  registers: string
  seeds: string
  /** Only for the exhaustive engine: measures only in windows of this many million instructions. */
  bursty: boolean
  windowOn: string
  windowOff: string
  scope: 'once' | 'always' | 'none'
  granularities: Granularity[]
  processWide: boolean
  byObject: boolean
  /** Tool values: the executions whose values are recorded. */
  valueProfile: 'full' | 'rising' | 'bounds'
  /** Tool values: values that a table holds. */
  valueTable: string
  valueClearing: boolean
  /** Percent of equal values above which marked arrays are recorded. */
  spatialThreshold: string
  /** Samples of the clock are weighed by a counting run, of this command line where one is given. */
  calibrate: boolean
  calibrationLine: string
  /** Seconds that the program takes without recording, for the estimate; empty: not given. */
  aloneSeconds: string
}

const defaultTolerance = 0.01
const defaultGranularity: Granularity = 'word'
const defaultWindow = { on: 1e6, off: 99e6 }
const defaultGranularities: Granularity[] = ['line']
const defaultValueTable = 10
const defaultThreshold = 0.2
const million = 1e6
/** Tools that virtual PMUs sample. */
const validatedTools: Tool[] = ['dead-stores', 'silent-stores', 'redundant-loads', 'reuse-distance']
/** Periods, or numbers of registers. */
const mostChoices = 16
const windowBounds = { least: 0.001, most: 1e9 }
export const rateBounds = { least: 1, most: 10_000 }
export const mostRuns = 1000
/** The kernel's own limit (PID_MAX_LIMIT). */
const mostProcessId = 4_194_304

export const emptyDraft: LaunchDraft = {
  attach: false,
  processText: '',
  chosenProcess: null,
  program: '',
  argumentLine: '',
  directory: '',
  environment: [],
  tools: defaultTools,
  engine: 'auto',
  rate: '',
  granularity: defaultGranularity,
  tolerance: String(defaultTolerance * 100),
  followChildren: true,
  keepOutput: false,
  duration: '',
  until: '',
  runs: '',
  validate: false,
  periods: '1009, 10007, 100003',
  registers: '4',
  seeds: '1',
  valueTable: String(defaultValueTable),
  valueClearing: true,
  spatialThreshold: percentOf(defaultThreshold),
  bursty: false,
  windowOn: String(defaultWindow.on / million),
  windowOff: String(defaultWindow.off / million),
  scope: 'once',
  granularities: defaultGranularities,
  processWide: false,
  byObject: false,
  valueProfile: 'full',
  calibrate: false,
  calibrationLine: '',
  aloneSeconds: '',
}

export function draftOf(request: LaunchRequest): LaunchDraft {
  return {
    ...targetOf(request),
    directory: request.workingDirectory,
    environment: changesOf(request.environment),
    tools: request.tools,
    engine: request.engine ?? 'auto',
    rate: request.rate === null ? '' : String(request.rate),
    granularity: request.granularity ?? defaultGranularity,
    tolerance: percentOf(request.tolerance ?? defaultTolerance),
    followChildren: request.follow !== 'none',
    keepOutput: request.keepOutput === true,
    duration: request.duration == null ? '' : String(request.duration),
    until: request.until == null ? '' : percentOf(request.until),
    runs: String(request.runs ?? ''),
    validate: request.validation !== undefined,
    periods: request.validation?.periods.join(', ') ?? emptyDraft.periods,
    registers: request.validation?.registers.join(', ') ?? emptyDraft.registers,
    seeds: String(request.validation?.seeds ?? emptyDraft.seeds),
    valueTable: String(request.valueTable ?? defaultValueTable),
    valueClearing: request.valueClearing ?? true,
    spatialThreshold: percentOf(request.spatialThreshold ?? defaultThreshold),
    bursty: request.window != null,
    windowOn: String((request.window ?? defaultWindow).on / million),
    windowOff: String((request.window ?? defaultWindow).off / million),
    scope: request.scope ?? 'once',
    granularities: request.granularities ?? defaultGranularities,
    processWide: request.processWide ?? false,
    byObject: request.byObject ?? false,
    valueProfile: request.valueProfile ?? 'full',
    calibrate: request.calibration !== undefined,
    calibrationLine: quoteArguments(request.calibration?.command ?? []),
    aloneSeconds: '',
  }
}

function targetOf({
  process,
  program,
  arguments: words,
}: LaunchRequest): Pick<LaunchDraft, 'attach' | 'processText' | 'chosenProcess' | 'program' | 'argumentLine'> {
  const { attach, processText, chosenProcess } = emptyDraft
  if (process === undefined) return { attach, processText, chosenProcess, program, argumentLine: quoteArguments(words) }
  const { id, startTime } = process
  const known = startTime === null ? null : { id, startTime, command: [program, ...words] }
  return {
    attach: true,
    // Where it has ended meanwhile, others of the same program are of interest.
    processText: known === null ? String(id) : baseName(program),
    chosenProcess: known,
    program: '',
    argumentLine: '',
  }
}

/** The process to attach to; null: none is named yet. */
export function processOf({ chosenProcess, processText }: LaunchDraft): { id: number; startTime: string | null; command: string[] } | null {
  if (chosenProcess !== null) return chosenProcess
  const text = processText.trim()
  return /^\d+$/.test(text) ? { id: Number(text), startTime: null, command: [`process ${Number(text)}`] } : null
}

/** The form's choices that a running process can have. */
export function attachable({ engine, tools }: LaunchDraft): Partial<LaunchDraft> {
  const sampled = tools.filter((tool) => !needsExhaustive(tool))
  return { attach: true, engine: engine === 'exhaustive' ? 'auto' : engine, tools: sampled.length === 0 ? defaultTools : sampled }
}

/** A share in percent without the noise of binary fractions. */
function percentOf(share: number): string {
  return String(Number((share * 100).toPrecision(12)))
}

export type DraftField = 'rate' | 'tolerance' | 'duration' | 'until' | 'runs' | 'windowOn' | 'windowOff' | 'seeds' | 'valueTable' | 'spatialThreshold'

/** Why a number cannot be taken; null if it can. */
export function fieldProblem(draft: LaunchDraft, field: DraftField): string | null {
  const value = Number(draft[field])
  const empty = draft[field].trim() === ''
  const exhaustive = draft.engine === 'exhaustive'
  switch (field) {
    case 'rate':
      return exhaustive || empty || (value >= rateBounds.least && value <= rateBounds.most)
        ? null
        : `Enter a rate from ${rateBounds.least} to ${countText(rateBounds.most)}, or leave it empty.`
    case 'tolerance':
      return !draft.tools.some(comparesValues) || (!empty && value >= 0 && value < 100) ? null : 'Enter a tolerance of at least 0 % and less than 100 %.'
    case 'duration':
      return empty || value > 0 ? null : 'Enter a duration above 0 seconds, or leave it empty.'
    case 'until':
      return exhaustive || empty || (value >= 0.01 && value <= 50) ? null : 'Enter 0.01 to 50 percentage points, or leave Until empty.'
    case 'runs':
      if (exhaustive || empty || isWhole(value, 1, 1)) return null
      if (!isWhole(value, 1, mostRuns)) return `Enter 1 to ${countText(mostRuns)} runs, or leave Repeat empty.`
      if (draft.until.trim() !== '') return 'Until stops a single run. Leave Until or Repeat empty.'
      return draft.calibrate ? 'Calibration counts a single run. Leave Repeat empty.' : null
    case 'seeds':
      return !isValidation(draft) || isWhole(value, 1, 1000) ? null : 'Enter 1 to 1000 seeds.'
    case 'valueTable':
      return !exhaustive || !draft.tools.includes('values') || isWhole(value, 1, 255) ? null : 'Enter 1 to 255 values.'
    case 'spatialThreshold':
      return !exhaustive || (!empty && value >= 0 && value <= 100) ? null : 'Enter a share from 0 % to 100 %.'
    case 'windowOn':
    case 'windowOff':
      return !exhaustive || !isBursty(draft) || (!empty && value >= windowBounds.least && value <= windowBounds.most)
        ? null
        : `Enter at least ${windowBounds.least} million instructions per window.`
  }
}

/** The request of `launch.start`, or why nothing can be started yet. Options at their defaults are left out. */
export function requestOf(draft: LaunchDraft, hostDirectory: string): { request: LaunchRequest; problem: null } | { request: null; problem: string } {
  if (draft.attach) return attachRequestOf(draft, hostDirectory)
  const parsed = parseArguments(draft.argumentLine)
  const problem = draft.program.trim() === '' ? 'Choose a program first.' : problemOf(draft, parsed.problem)
  if (problem !== null || parsed.arguments === null) return { request: null, problem: problem ?? 'The arguments are not valid shell words.' }
  return {
    problem: null,
    request: {
      program: draft.program.trim(),
      arguments: parsed.arguments,
      environment: environmentOf(draft.environment),
      ...commonOptions(draft, hostDirectory),
      ...(draft.keepOutput && !isValidation(draft) ? { keepOutput: true } : {}),
      ...(draft.engine === 'exhaustive' ? exhaustiveOptions(draft) : samplingOptions(draft)),
    },
  }
}

function attachRequestOf(draft: LaunchDraft, hostDirectory: string): ReturnType<typeof requestOf> {
  const process = processOf(draft)
  const { calibrate, runs, environment } = emptyDraft
  const sampled = { ...draft, calibrate, runs, environment }
  const problem =
    process === null
      ? 'Choose a process first.'
      : !isWhole(process.id, 1, mostProcessId)
        ? `Enter a process number from 1 to ${groupedDigits(mostProcessId)}.`
        : problemOf(sampled, null)
  if (process === null || problem !== null) return { request: null, problem: problem ?? '' }
  const { id, startTime, command } = process
  const [program = '', ...words] = command
  return {
    problem: null,
    request: { program, arguments: words, environment: {}, ...commonOptions(sampled, hostDirectory), ...samplingOptions(sampled), process: { id, startTime } },
  }
}

function commonOptions(draft: LaunchDraft, hostDirectory: string): Omit<LaunchRequest, 'program' | 'arguments' | 'environment'> {
  const tolerance = Number(draft.tolerance) / 100
  return {
    workingDirectory: workingDirectoryOf(draft, hostDirectory),
    tools: draft.tools,
    rate: draft.engine === 'exhaustive' || draft.rate.trim() === '' ? null : Number(draft.rate),
    output: null,
    ...(draft.engine === 'auto' ? {} : { engine: draft.engine }),
    ...(draft.tools.some(comparesValues) && tolerance !== defaultTolerance ? { tolerance } : {}),
    ...(draft.followChildren ? {} : { follow: 'none' as const }),
    ...(draft.duration.trim() === '' ? {} : { duration: Number(draft.duration) }),
  }
}

function samplingOptions(draft: LaunchDraft): Partial<LaunchRequest> {
  return {
    ...(draft.tools.includes('reuse-distance') && draft.granularity !== defaultGranularity ? { granularity: draft.granularity } : {}),
    ...(draft.until.trim() === '' ? {} : { until: Number(draft.until) / 100 }),
    ...(Number(draft.runs) > 1 ? { runs: Number(draft.runs) } : {}),
    ...(draft.calibrate ? { calibration: { command: calibrationCommand(draft) } } : {}),
  }
}

function exhaustiveOptions(draft: LaunchDraft): Partial<LaunchRequest> {
  const reuse = draft.tools.includes('reuse-distance')
  const values = draft.tools.includes('values')
  const threshold = Number(draft.spatialThreshold) / 100
  return {
    ...(draft.validate ? { validation: { periods: wholeNumbers(draft.periods), registers: wholeNumbers(draft.registers), seeds: Number(draft.seeds) } } : {}),
    ...(threshold === defaultThreshold ? {} : { spatialThreshold: threshold }),
    ...(values && Number(draft.valueTable) !== defaultValueTable ? { valueTable: Number(draft.valueTable) } : {}),
    ...(values && !draft.valueClearing ? { valueClearing: false } : {}),
    ...(isBursty(draft) ? { window: { on: Math.round(Number(draft.windowOn) * million), off: Math.round(Number(draft.windowOff) * million) } } : {}),
    ...(draft.scope === 'once' ? {} : { scope: draft.scope }),
    ...(reuse ? { granularities: draft.granularities } : {}),
    ...(reuse && draft.processWide ? { processWide: true } : {}),
    ...(reuse && draft.byObject ? { byObject: true } : {}),
    ...(values && draft.valueProfile !== 'full' ? { valueProfile: draft.valueProfile } : {}),
  }
}

export function isValidation({ validate, engine }: LaunchDraft): boolean {
  return validate && engine === 'exhaustive'
}

function isBursty({ bursty, validate }: LaunchDraft): boolean {
  return bursty && !validate
}

const isWhole = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most

/** Numbers in a list with commas or blanks, each once. */
function wholeNumbers(list: string): number[] {
  return [
    ...new Set(
      list
        .split(/[\s,]+/)
        .filter((word) => word !== '')
        .map(Number),
    ),
  ]
}

/** Why a validation cannot be made of the form; null if it can. */
function validationProblem(draft: LaunchDraft): string | null {
  if (!isValidation(draft)) return null
  const foreign = draft.tools.find((tool) => !validatedTools.includes(tool))
  if (foreign !== undefined) return `${toolWords[foreign].title} cannot be validated. Deselect this tool.`
  const inBounds = (list: string, least: number, most: number): boolean => {
    const numbers = wholeNumbers(list)
    return numbers.length > 0 && numbers.length <= mostChoices && numbers.every((value) => isWhole(value, least, most))
  }
  if (!inBounds(draft.periods, 2, 2 ** 40)) return `Enter 1 to ${mostChoices} periods, whole numbers of at least 2, for example 1009, 10007.`
  return inBounds(draft.registers, 1, 16) ? null : 'Enter numbers of registers from 1 to 16, for example 1, 2, 4.'
}

/** Null: the program itself again. */
function calibrationCommand({ calibrationLine }: LaunchDraft): string[] | null {
  const words = parseArguments(calibrationLine).arguments ?? []
  return words.length === 0 ? null : words
}

/** Why the counting run cannot be made of the form; null if it can. */
export function calibrationProblem({ calibrate, calibrationLine, engine, duration, until }: LaunchDraft): string | null {
  if (!calibrate || engine === 'exhaustive') return null
  if (duration.trim() !== '' || until.trim() !== '') return 'Calibration counts a complete run. Leave Duration and Until empty.'
  const { problem } = parseArguments(calibrationLine)
  return problem === null ? null : `The command to count: ${problem}`
}

export function workingDirectoryOf(draft: LaunchDraft, hostDirectory: string): string {
  return draft.directory.trim() === '' ? hostDirectory : draft.directory.trim()
}

function problemOf(draft: LaunchDraft, argumentProblem: string | null): string | null {
  if (draft.tools.length === 0) return 'Choose at least one tool.'
  if (draft.engine === 'exhaustive' && draft.tools.includes('false-sharing'))
    return `${toolWords['false-sharing'].title} needs a sampling engine. Choose one, or deselect this tool.`
  const exhaustiveOnly = draft.engine === 'exhaustive' ? undefined : draft.tools.find(needsExhaustive)
  if (exhaustiveOnly !== undefined) return `${toolWords[exhaustiveOnly].title} need the exhaustive engine. Choose it, or deselect this tool.`
  if (draft.engine === 'exhaustive' && draft.tools.includes('reuse-distance') && draft.granularities.length === 0)
    return 'Choose a granularity of reuse distances.'
  const numbers = (['rate', 'tolerance', 'duration', 'until', 'runs', 'windowOn', 'windowOff', 'seeds', 'valueTable', 'spatialThreshold'] as const).map(
    (field) => fieldProblem(draft, field),
  )
  return (
    argumentProblem ??
    environmentProblem(draft.environment) ??
    calibrationProblem(draft) ??
    validationProblem(draft) ??
    numbers.find((problem) => problem !== null) ??
    null
  )
}
