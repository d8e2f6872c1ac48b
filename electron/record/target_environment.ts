/** Passes a recording's options to the agent (native/common/agent_environment.h): by variables of the target. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { PROCESS_DIRECTORY } from '../raw/raw_files.ts'
import type { Granularity } from '../../shared/run.ts'
import type { EngineChoice } from './machine/engine.ts'
import { nanosecondsPerSecond, periodOf } from './options.ts'
import type { SamplingOptions } from './options.ts'
import { preloadedWith } from './program/sanitizers.ts'

const granularityBytes: Record<Granularity, number> = { byte: 1, word: 8, line: 64 }
const billion = 1e9
const million = 1e6

/** The agent's variables. @param recordingDirectory with its files. @throws a file-system error */
export function agentVariables(
  sampling: SamplingOptions,
  { engine, transport }: Pick<EngineChoice, 'engine' | 'transport'>,
  recordingDirectory: string,
): Record<string, string> {
  const directory = join(recordingDirectory, PROCESS_DIRECTORY)
  const identity = statSync(directory, { bigint: true })
  const early = engine === 'software' && 'rate' in sampling.pace ? (sampling.pace.early ?? null) : null
  const given: Record<AgentVariable, string | number | null> = {
    HAGSTONE_RECORDING: directory,
    HAGSTONE_RECORDING_IDENTITY: `${identity.dev}:${identity.ino}`,
    HAGSTONE_ENGINE: engine,
    HAGSTONE_EVENTS: sampling.events.length === 0 ? null : sampling.events.join(','),
    HAGSTONE_PERIOD: periodOf(sampling, engine),
    HAGSTONE_EARLY_PERIOD: early === null ? null : Math.round(nanosecondsPerSecond / early.rate),
    HAGSTONE_EARLY_TIME: early === null ? null : early.seconds * nanosecondsPerSecond,
    HAGSTONE_TOOLS: sampling.tools.join(','),
    HAGSTONE_TRANSPORT: transport,
    HAGSTONE_RESERVOIR: sampling.reservoir,
    HAGSTONE_ATTRIBUTION: sampling.attribution,
    HAGSTONE_FOLLOW: sampling.follow,
    HAGSTONE_TOLERANCE: Math.round(sampling.tolerance * billion),
    HAGSTONE_GRANULARITY: granularityBytes[sampling.granularity],
    HAGSTONE_REUSE_OF: sampling.reuseOf,
    HAGSTONE_MAX_OVERHEAD: Math.round(sampling.maxOverhead * million),
    HAGSTONE_SEED: sampling.seed,
    HAGSTONE_SKIP_RANGE: sampling.skipRange,
    HAGSTONE_STOP_BUDGET: sampling.stopBudget,
    HAGSTONE_DEPTH_CAP: sampling.depthCap,
    HAGSTONE_WATCH_REGISTERS: sampling.watchRegisters,
    HAGSTONE_TRAP_LOG: null,
    HAGSTONE_TRACE: null,
    HAGSTONE_RUNTIME: null,
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))
}

/**
 * The target's environment: its own, the agent's variables, and the agent before all other preloads except a
 * sanitizer's library.
 * @param own variables of an outer recording in it are replaced
 * @param runtime the sanitizer's library that the program needs before all others
 */
export function targetEnvironment(
  own: Record<string, string>,
  variables: Record<string, string>,
  agent: string,
  runtime: string | null,
): Record<string, string> {
  const inherited = withoutAgentVariables(own)
  const preloaded = preloadedWith(agent, inherited['LD_PRELOAD'] ?? '', runtime)
  // The agent removes it again, so that children which do not need it do not get it.
  return { ...inherited, LD_PRELOAD: preloaded, ...variables, ...(runtime === null ? {} : { HAGSTONE_RUNTIME: runtime }) }
}

export function withoutAgentVariables(environment: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !agentVariableNames.has(name)))
}

type AgentVariable = (typeof names)[number]
const names = [
  'HAGSTONE_RECORDING',
  'HAGSTONE_RECORDING_IDENTITY',
  'HAGSTONE_ENGINE',
  'HAGSTONE_EVENTS',
  'HAGSTONE_PERIOD',
  'HAGSTONE_EARLY_PERIOD',
  'HAGSTONE_EARLY_TIME',
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
  'HAGSTONE_TRACE',
  'HAGSTONE_TOLERANCE',
  'HAGSTONE_GRANULARITY',
  'HAGSTONE_REUSE_OF',
  'HAGSTONE_MAX_OVERHEAD',
  'HAGSTONE_RUNTIME',
] as const
const agentVariableNames: ReadonlySet<string> = new Set(names)
