/** Sentences about processes of the run that have no samples because they could not be recorded. */
import { basename } from 'node:path'
import { counted } from '../../../shared/names/counted.ts'
import type { UnrecordedProcesses } from '../../../shared/run.ts'
import type { UnrecordedProcess } from '../../raw/raw_files.ts'
import type { RawHeader } from '../../raw/raw_process.ts'
import { describeUnrecorded, reasonOf } from '../../raw/unrecorded_processes.ts'
import type { UnrecordedProgram } from '../../raw/unrecorded_programs.ts'
import { FORBIDDEN_CALLS } from '../../raw/raw_layout.ts'
import { remedyOf } from './failure_remedies.ts'
import { startingClient, type StartingClient } from './starting_clients.ts'

const mostProcessIds = 3

type Header = Pick<RawHeader, 'engine' | 'failure' | 'executable' | 'processId' | 'startTime' | 'state'>

interface Recorded {
  processes: ReadonlyArray<{ header: Header }>
  /** For each process, the directory of its launcher: process numbers of different ones may be equal. */
  launchers: readonly string[]
  description: { stoppedBy?: string | null; command?: readonly string[] } | null
  unrecorded: readonly UnrecordedProcess[]
  /** The exhaustive engine noted these itself, and reports them from its notes (unrecordedPrograms). */
  programs: readonly UnrecordedProgram[]
}

export function unsampledProcesses(recording: Recorded): string[] {
  return [
    ...failures(recording),
    ...describeUnrecorded(recording.unrecorded),
    ...clients(recording).map(describeClient),
    ...lostSuccessors(recording).map(describeLost),
  ]
}

interface Group {
  failure: RawHeader['failure']
  executable: string
  processIds: number[]
}

/** One sentence for each program and reason. */
function failures(recorded: Recorded): string[] {
  return failedProcesses(recorded).map(({ failure, executable, processIds }) => `${named(processIds, executable)} not sampled: ${failure}.`)
}

/** The same as a cause and a remedy (RunDescription.unrecorded). */
export function unrecordedProcesses(recorded: Recorded): UnrecordedProcesses[] {
  const failed = failedProcesses(recorded).map(({ failure, executable, processIds }) => ({
    program: executable,
    processes: processIds.length,
    why: failure,
    action: remedyOf(failure),
  }))
  const withoutFile = [...Map.groupBy(recorded.unrecorded, ({ name, cause }) => `${cause} ${name}`).values()].map((group) => ({
    program: group[0]!.name,
    processes: group.length,
    why: reasonOf(group[0]!.cause),
    action: 'Record it again with that changed.',
  }))
  const noted = [...Map.groupBy(recorded.programs, ({ program, why }) => `${program}\n${why}`).values()].map((group) => ({
    program: group[0]!.program,
    processes: group.length,
    why: group[0]!.why,
    action: 'Record it by itself.',
  }))
  const started = clients(recorded).map(({ executable, client, processIds }) => ({ program: executable, processes: processIds.length, ...client }))
  const lost = lostSuccessors(recorded).map(({ executable, engine, processIds }) => ({
    program: executable,
    processes: processIds.length,
    why: `it executed another program; ${LOST[engine].why}`,
    action: LOST[engine].action,
  }))
  return [...failed, ...withoutFile, ...noted, ...started, ...lost].sort((a, b) => b.processes - a.processes)
}

/** Recordings of programs that the process executed later. */
function laterOf({ processes, launchers }: Recorded, position: number): Header[] {
  const { processId, startTime } = processes[position]!.header
  return processes
    .filter(({ header }, at) => header.processId === processId && header.startTime > startTime && launchers[at] === launchers[position])
    .map(({ header }) => header)
}

function failedProcesses(recorded: Recorded): Group[] {
  const { processes } = recorded
  const groups = new Map<string, Group>()
  for (const [position, { header }] of processes.entries()) {
    const { failure, executable, processId, state } = header
    if (clientOf(recorded, position) !== null) continue
    // A process whose file could not grow any more was sampled before.
    if (!failure || (state === 'out-of-space' && failure !== FORBIDDEN_CALLS)) continue
    // The agent expected that the program could not be recorded, but it was.
    if (laterOf(recorded, position).some((other) => !other.failure)) continue
    const key = `${failure}\n${executable}`
    const group = groups.get(key) ?? { failure, executable, processIds: [] }
    group.processIds.push(processId)
    groups.set(key, group)
  }
  return [...groups.values()]
}

interface Clients {
  executable: string
  client: StartingClient
  processIds: number[]
}

/**
 * Processes that had a service start programs. Those that executed the program themselves, as systemd-run --scope does,
 * are not among them.
 */
function clients(recorded: Recorded): Clients[] {
  const found = recorded.processes.flatMap(({ header }, position) => {
    const client = header.state === 'executed' ? null : clientOf(recorded, position)
    return client === null ? [] : [{ header, client }]
  })
  return [...Map.groupBy(found, ({ header, client }) => `${header.executable}\n${client.why}`).values()].map((group) => ({
    executable: group[0]!.header.executable,
    client: group[0]!.client,
    processIds: group.map(({ header }) => header.processId),
  }))
}

/** Only the recorded command is known with its arguments. */
function clientOf({ processes, description }: Recorded, position: number): StartingClient | null {
  const { executable } = processes[position]!.header
  const [program, ...args] = description?.command ?? []
  const isFirst = processes.every(({ header: { startTime } }) => startTime >= processes[position]!.header.startTime)
  const isCommand = isFirst && program !== undefined && basename(program) === basename(executable)
  return startingClient(executable, isCommand ? args : null)
}

function describeClient({ executable, client, processIds }: Clients): string {
  return `What ${basename(executable)} (${listed(processIds)}) started was not recorded: ${client.why}. ${client.action}`
}

interface Lost {
  executable: string
  engine: 'exhaustive' | 'sampler'
  processIds: number[]
}

/** Why an executed program left no recording although nothing predicted it. */
const LOST: Record<Lost['engine'], { why: string; action: string }> = {
  exhaustive: { why: 'children were not followed, or Valgrind could not run it', action: 'Record it by itself, or with --follow children.' },
  sampler: {
    why: 'children were not followed, or its loader did not load the sampler',
    action: 'Record it by itself, with --follow children, or with --engine exhaustive.',
  },
}

/** Processes that executed a program without a recording, for no other known reason. */
function lostSuccessors(recorded: Recorded): Lost[] {
  const { processes, description, unrecorded, programs } = recorded
  // Programs executed after the recording ended need no recording.
  if (description?.stoppedBy) return []
  const explained = new Set([...unrecorded, ...programs].map(({ processId }) => processId))
  const groups = new Map<string, Lost>()
  for (const [position, { header }] of processes.entries()) {
    if (header.state !== 'executed' || header.failure || explained.has(header.processId)) continue
    const { processId, executable } = header
    if (laterOf(recorded, position).length > 0) continue
    const group = groups.get(executable) ?? { executable, engine: header.engine === 'exhaustive' ? 'exhaustive' : 'sampler', processIds: [] }
    group.processIds.push(processId)
    groups.set(executable, group)
  }
  return [...groups.values()]
}

function describeLost({ executable, engine, processIds }: Lost): string {
  const who = processIds.length === 1 ? `Process ${processIds[0]}` : `${counted(processIds.length, 'process', 'processes')} (${listed(processIds)})`
  return `${who} executed another program after ${basename(executable)}, which was not recorded: ${LOST[engine].why}. ${LOST[engine].action}`
}

function named(processIds: number[], executable: string): string {
  return processIds.length === 1
    ? `Process ${processIds[0]} (${executable}) was`
    : `${counted(processIds.length, 'process', 'processes')} (${executable}: ${listed(processIds)}) were`
}

function listed(processIds: number[]): string {
  const shown = processIds.slice(0, mostProcessIds).join(', ')
  const more = processIds.length - mostProcessIds
  return `process${processIds.length === 1 ? '' : 'es'} ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
