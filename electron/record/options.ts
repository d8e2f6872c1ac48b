/** What a recording can be asked for, and how it is told to the agent (native/common/agent_environment.h). */
import type { Tool } from '../../shared/report.ts'

export const recordableTools = ['dead-stores'] as const satisfies Tool[]
export const engines = ['auto', 'software'] as const
export const transports = ['auto', 'sigtrap', 'async'] as const
export const reservoirs = ['registers', 'common', 'oldest', 'never'] as const
export const attributions = ['proportional', 'none'] as const
export const followModes = ['children', 'none'] as const

/** Bounds of the numeric options, both included; the agent refuses anything else. */
export const bounds = {
  /** ns of CPU time between samples */
  period: { minimum: 100_000, maximum: 1_000_000_000_000 },
  skipRange: { minimum: 1, maximum: 64 },
  stopBudget: { minimum: 1, maximum: 64 },
  depthCap: { minimum: 8, maximum: 4096 },
  watchRegisters: { minimum: 1, maximum: 4 },
} as const

export const defaultPeriod = 10_000_000
export const nanosecondsPerSecond = 1_000_000_000

export interface SamplingOptions {
  engine: (typeof engines)[number]
  tools: Tool[]
  /** ns of CPU time between samples of one thread */
  period: number
  transport: (typeof transports)[number]
  reservoir: (typeof reservoirs)[number]
  attribution: (typeof attributions)[number]
  follow: (typeof followModes)[number]
  /** null: the agent's default */
  seed: string | null
  skipRange: number | null
  stopBudget: number | null
  depthCap: number | null
  watchRegisters: number | null
}

export const defaultSampling: SamplingOptions = {
  engine: 'auto',
  tools: ['dead-stores'],
  period: defaultPeriod,
  transport: 'auto',
  reservoir: 'registers',
  attribution: 'proportional',
  follow: 'children',
  seed: null,
  skipRange: null,
  stopBudget: null,
  depthCap: null,
  watchRegisters: null,
}

export interface RecordOptions {
  program: string
  arguments: string[]
  workingDirectory: string
  /** The target's whole environment, without the agent's variables. */
  environment: Record<string, string>
  sampling: SamplingOptions
  /** Path of the profile; null: PROGRAM-YYYYMMDD-HHMMSS.hagstone in the launcher's directory. */
  output: string | null
}

/** Period for a number of samples per second of CPU time. */
export function periodOfRate(samplesPerSecond: number): number {
  return Math.round(nanosecondsPerSecond / samplesPerSecond)
}

/** The target's environment: its own, the agent's variables, and the agent first among what is preloaded. */
export function targetEnvironment(options: RecordOptions, agent: string, recordingDirectory: string): Record<string, string> {
  const { sampling } = options
  const inherited = Object.fromEntries(Object.entries(options.environment).filter(([name]) => !isAgentVariable(name)))
  const preloaded = inherited['LD_PRELOAD']
  const optional: Array<[string, number | string | null]> = [
    ['HAGSTONE_SEED', sampling.seed],
    ['HAGSTONE_SKIP_RANGE', sampling.skipRange],
    ['HAGSTONE_STOP_BUDGET', sampling.stopBudget],
    ['HAGSTONE_DEPTH_CAP', sampling.depthCap],
    ['HAGSTONE_WATCH_REGISTERS', sampling.watchRegisters],
  ]
  return {
    ...inherited,
    LD_PRELOAD: preloaded === undefined || preloaded === '' ? agent : `${agent}:${preloaded}`,
    HAGSTONE_RECORDING: recordingDirectory,
    HAGSTONE_PERIOD: String(sampling.period),
    HAGSTONE_TOOLS: sampling.tools.join(','),
    HAGSTONE_TRANSPORT: sampling.transport,
    HAGSTONE_RESERVOIR: sampling.reservoir,
    HAGSTONE_ATTRIBUTION: sampling.attribution,
    HAGSTONE_FOLLOW: sampling.follow,
    ...Object.fromEntries(optional.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)])),
  }
}

const agentVariables = new Set([
  'HAGSTONE_RECORDING',
  'HAGSTONE_PERIOD',
  'HAGSTONE_SEED',
  'HAGSTONE_TOOLS',
  'HAGSTONE_TRANSPORT',
  'HAGSTONE_RESERVOIR',
  'HAGSTONE_ATTRIBUTION',
  'HAGSTONE_WATCH_REGISTERS',
  'HAGSTONE_SKIP_RANGE',
  'HAGSTONE_STOP_BUDGET',
  'HAGSTONE_DEPTH_CAP',
  'HAGSTONE_FOLLOW',
  'HAGSTONE_TRAP_LOG',
])
function isAgentVariable(name: string): boolean {
  return agentVariables.has(name)
}
