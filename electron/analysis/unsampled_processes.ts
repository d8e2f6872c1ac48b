/** Sentences about processes of the run that have no samples because they could not be recorded. */
import { basename } from 'node:path'
import { counted } from '../../shared/names/counted.ts'
import type { UnrecordedProcess } from '../raw/raw_files.ts'
import type { RawHeader } from '../raw/raw_process.ts'
import { describeUnrecorded } from '../raw/unrecorded_processes.ts'

const mostProcessIds = 3

type Header = Pick<RawHeader, 'failure' | 'executable' | 'processId' | 'startTime' | 'state'>

interface Recorded {
  processes: ReadonlyArray<{ header: Header }>
  /** Of each process. */
  ranks: ReadonlyArray<number | null>
  description: { stoppedBy?: string | null } | null
  unrecorded: readonly UnrecordedProcess[]
}

export function unsampledProcesses(recording: Recorded): string[] {
  return [...failures(recording), ...describeUnrecorded(recording.unrecorded), ...lostSuccessors(recording)]
}

/** One sentence for each program and reason. */
function failures({ processes, ranks }: Recorded): string[] {
  const groups = new Map<string, { failure: string; executable: string; processIds: number[] }>()
  for (const [position, { header }] of processes.entries()) {
    const { failure, executable, processId, startTime, state } = header
    // One whose file could not grow any more was sampled before.
    if (!failure || state === 'out-of-space') continue
    // The agent expected that the program could not be recorded, and it was.
    if (processes.some(({ header: other }, at) => other.processId === processId && !other.failure && other.startTime > startTime && ranks[at] === ranks[position])) continue
    const key = `${failure}\n${executable}`
    const group = groups.get(key) ?? { failure, executable, processIds: [] }
    group.processIds.push(processId)
    groups.set(key, group)
  }
  return [...groups.values()].map(({ failure, executable, processIds }) => `${named(processIds, executable)} not sampled: ${failure}.`)
}

/** Processes that executed a program which left no recording, although nothing was known against it. */
function lostSuccessors({ processes, ranks, description, unrecorded }: Recorded): string[] {
  // What is executed after the recording ended is not to be recorded.
  if (description?.stoppedBy) return []
  const groups = new Map<string, number[]>()
  for (const [position, { header }] of processes.entries()) {
    if (header.state !== 'executed' || header.failure || unrecorded.some(({ processId }) => processId === header.processId)) continue
    const { processId, executable, startTime } = header
    if (processes.some(({ header: other }, at) => at !== position && other.processId === processId && other.startTime > startTime && ranks[at] === ranks[position])) continue
    groups.set(executable, [...(groups.get(executable) ?? []), processId])
  }
  return [...groups].map(([executable, processIds]) => {
    const who = processIds.length === 1 ? `Process ${processIds[0]}` : `${counted(processIds.length, 'process', 'processes')} (${listed(processIds)})`
    return `${who} went on from ${basename(executable)} to another program, which was not sampled: children are not followed, or its loader did not load the sampler.`
  })
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
