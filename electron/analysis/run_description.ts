/** Describes the run of a profile, from the launcher's description and the processes' headers. */
import { existsSync } from 'node:fs'
import { hostname } from 'node:os'
import { TOOLS } from '../../shared/profile/profile.ts'
import { VALUE_ROLES } from '../../shared/profile/value_names.ts'
import type { ExitStatus, RunDescription, Tool } from '../../shared/run.ts'
import { FORBIDDEN_CALLS, STATISTIC_INDEX, type StatisticName } from '../raw/raw_layout.ts'
import type { RawHeader, RawProcess } from '../raw/raw_process.ts'
import type { MergedPairs } from './merge/merge_pairs.ts'
import type { RecordingDirectory } from './recording_directory.ts'
import { describeRuns } from './repeated_runs.ts'
import { samplingRate } from './weights/sample_scale.ts'
import { unrecordedProcesses } from './notes/unsampled_processes.ts'
import { significant } from '../../shared/significant.ts'

/** @param merged pairs with the relations that the profile shows */
export function describeRun(recording: RecordingDirectory, merged: Pick<MergedPairs, 'pairs' | 'pairRows'>): RunDescription {
  const { description, processes } = recording
  const first = processes[0]!.header
  return {
    command: description?.command ?? [first.executable],
    workingDirectory: description?.workingDirectory ?? '',
    engine: first.engine,
    engineReason: description?.engineReason ?? '',
    transport: first.transport,
    tools: toolsAsAsked(recording),
    driver: first.driver,
    unit: first.driver === 'cpu-time' ? 'ns' : 'bytes',
    ...samplingRate(processes),
    duration: wallClockSeconds(recording),
    targetCpuSeconds: cpuNanoseconds(processes) / 1e9,
    startedAt: description?.startedAt ?? isoTime(first.startRealtime),
    host: description?.host ?? '',
    ...(description === null ? {} : { kernel: description.kernel }),
    ...(description?.processors === undefined ? {} : { processors: description.processors }),
    exit: exitStatus(recording),
    seed: first.seed,
    watchRegisters: first.watchRegisters,
    reservoir: first.reservoir,
    attribution: first.attribution,
    processes: new Set(processes.map((process, i) => `${recording.launchers[i]} ${process.header.processId}`)).size,
    threads: processes.reduce((count, process) => count + process.threads.size, 0),
    hagstoneVersion: description?.hagstoneVersion ?? '',
    tolerance: description?.tolerance ?? first.tolerance,
    ...reuseUnits(processes),
    ranks: [...new Set(recording.ranks.filter((rank) => rank !== null))].sort((a, b) => a - b),
    events: samplingEvents(first),
    stoppedBy: description?.stoppedBy ?? null,
    accessRate: description?.accessRate ?? null,
    caches: (description?.caches ?? []).toSorted((a, b) => a.bytes - b.bytes),
    ...(description?.openmpSleeps === true ? { openmpSleeps: true } : {}),
    ...(description?.energy ? { energy: description.energy } : {}),
    ...windowsOf(processes),
    ...granularitiesOf(processes),
    ...valueSettingsOf(processes),
    ...unrecordedOf(recording),
    ...(description?.programOutput === undefined ? {} : { programOutput: description.programOutput }),
    ...runsOf(recording, merged),
  }
}

/** The recorded tools, in the order in which they were requested: the first matters most to the user. */
export function toolsAsAsked({ description, processes }: Pick<RecordingDirectory, 'description' | 'processes'>): Tool[] {
  const recorded = TOOLS.filter((_, tool) => processes.some((process) => process.header.tools.includes(tool)))
  return [...new Set([...(description?.tools ?? []).filter((tool) => recorded.includes(tool)), ...recorded])]
}

/** Absent where every process was recorded. */
function unrecordedOf(recording: RecordingDirectory): Pick<RunDescription, 'unrecorded'> {
  const unrecorded = unrecordedProcesses(recording)
  return unrecorded.length > 0 ? { unrecorded } : {}
}

/** Absent where the command was run once. */
function runsOf(recording: RecordingDirectory, merged: Pick<MergedPairs, 'pairs' | 'pairRows'>): Pick<RunDescription, 'runs'> {
  const runs = describeRuns(recording, merged)
  return runs === undefined ? {} : { runs }
}

/** Absent where everything was measured. */
function windowsOf(processes: RawProcess[]): Pick<RunDescription, 'windows'> {
  const header = processes.map((process) => process.header).find(({ windowOn, windowOff }) => windowOn > 0 && windowOff > 0)
  if (!header) return {}
  const instructions = sumStatistic(processes, 'instructions')
  return {
    windows: {
      on: header.windowOn,
      off: header.windowOff,
      covered: instructions > 0 ? Math.min(1, sumStatistic(processes, 'instructions_measured') / instructions) : 0,
    },
  }
}

function granularitiesOf(processes: RawProcess[]): Pick<RunDescription, 'granularities'> {
  const recorded = (['byte', 'word', 'line'] as const).filter((granularity) => processes.some(({ header }) => header.reuseGranularities.includes(granularity)))
  return recorded.length > 0 ? { granularities: recorded } : {}
}

/** Absent where values were not profiled. */
function valueSettingsOf(processes: RawProcess[]): Pick<RunDescription, 'values'> {
  const settings = processes.map((process) => process.header.values).find((values) => values !== null)
  if (!settings) return {}
  const { roles, ...others } = settings
  return { values: { ...others, roles: roles.map((role) => VALUE_ROLES[role - 1]!), instructions: sumStatistic(processes, 'instructions_measured') } }
}

/** Raw, as --event takes them. */
function samplingEvents({ loadEvent, storeEvent }: Pick<RawHeader, 'loadEvent' | 'storeEvent'>): string[] {
  const raw = (kind: string, event: string): string[] => (event === '0' ? [] : [`${kind}=r${BigInt(event).toString(16)}`])
  return loadEvent === storeEvent ? raw('all', loadEvent) : [...raw('loads', loadEvent), ...raw('stores', storeEvent)]
}

/** Absent where no reuse distances were recorded. */
function reuseUnits(processes: RawProcess[]): Pick<RunDescription, 'granularity' | 'distanceUnit'> {
  const header = processes.map((process) => process.header).find((header) => header.distanceUnit !== null)
  return header?.distanceUnit && header.granularity ? { distanceUnit: header.distanceUnit, granularity: header.granularity } : {}
}

/** For how long the exhaustive engine holds counts back (native/exhaustive/recording/freshness.h). */
export const secondsHeldBack = 2

/** One sentence why the profile may be short; null if the recording ended well. */
export function describePartial(run: RunDescription, processes: RawProcess[]): string | null {
  const seconds = `${significant(run.duration, 3)} s`
  const behind = run.engine === 'exhaustive' && processes.some(({ header }) => header.state === 'running' || header.state === 'out-of-space')
  const kept = behind ? `of the last ${secondsHeldBack} s before some may be missing` : 'everything until then is recorded'
  switch (run.exit.state) {
    case 'finished':
      return run.stoppedBy ? `recording ended after ${seconds} (${run.stoppedBy}); the program continued unrecorded` : null
    case 'stopped':
      return `recording stopped on request after ${seconds}; ${kept}`
    case 'killed':
      return `target killed${run.exit.signal ? ` by ${run.exit.signal}` : ''} after ${seconds}; ${kept}`
    case 'out-of-space':
      return `${outOfSpace(processes)} after ${seconds}; ${kept}`
    case 'running':
      return `the target was still running after ${seconds}; ${kept}`
    case 'unable':
      return `nothing could be recorded: ${processes.find((process) => process.header.failure)?.header.failure ?? 'unknown reason'}; run "hagstone doctor" for help`
  }
}

function outOfSpace(processes: RawProcess[]): string {
  const failures = processes.filter(({ header }) => header.state === 'out-of-space').map(({ header }) => header.failure)
  if (failures.includes('')) return 'the disk was full'
  return failures.includes(FORBIDDEN_CALLS)
    ? 'a process blocked system calls that recording needs (seccomp)'
    : 'a process reached its limit on file sizes (ulimit -f)'
}

function exitStatus({ description, processes }: RecordingDirectory): ExitStatus {
  const code = description?.exit?.code ?? null
  const signal = description?.exit?.signal ?? null
  return { code, signal, state: exitState(description, processes) }
}

function exitState(description: RecordingDirectory['description'], processes: RawProcess[]): ExitStatus['state'] {
  const states = processes.map((process) => process.header.state)
  if (states.every((state) => state === 'unable')) return 'unable'
  if (states.includes('out-of-space')) return 'out-of-space'
  if (description?.exit?.stopped) return 'stopped'
  // A limit ended the recording first: how the target ended later does not matter.
  if (description?.stoppedBy) return 'finished'
  if (description?.exit?.signal) return 'killed'
  if (description?.exit) return 'finished'
  const root = processes.findLast((process) => process.header.processId === processes[0]!.header.processId)!.header
  if (root.state !== 'running') return 'finished'
  const here = description !== null && description.host === hostname()
  return here && existsSync(`/proc/${root.processId}`) ? 'running' : 'killed'
}

function wallClockSeconds({ description, processes, starts }: RecordingDirectory): number {
  const recorded = Math.max(0, ...processes.map((process, i) => lastTime(process) - starts[i]!)) / 1e9
  const launched = (end: string | null | undefined): number => (description === null || !end ? 0 : (Date.parse(end) - Date.parse(description.startedAt)) / 1000)
  if (launched(description?.stoppedAt) > 0) return launched(description?.stoppedAt)
  // Processes that the program started may have been recorded after the program ended.
  return Math.max(recorded, launched(description?.exit?.endedAt))
}

function lastTime(process: RawProcess): number {
  if (process.header.endTime > 0) return process.header.endTime
  let last = process.header.startTime
  for (const { traps, reuses } of process.writers) for (const column of [traps.time, reuses.time]) for (const time of column) last = Math.max(last, time)
  return last
}

function cpuNanoseconds(processes: RawProcess[]): number {
  const counted = sumStatistic(processes, 'cpu_time')
  // The exhaustive engine reports it only when each thread ends.
  return counted > 0
    ? counted
    : processes.reduce((sum, { threads }) => sum + [...threads.values()].reduce((sum, thread) => sum + (thread.end?.cpuTime ?? 0), 0), 0)
}

export function sumStatistic(processes: RawProcess[], name: StatisticName): number {
  return processes.reduce((sum, process) => sum + process.writers.reduce((sum, writer) => sum + (writer.statistics?.[STATISTIC_INDEX[name]] ?? 0), 0), 0)
}

function isoTime(nanoseconds: number): string {
  const date = new Date(nanoseconds / 1e6)
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString()
}
