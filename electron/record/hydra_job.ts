/** Hydra starts MPICH's ranks, also those of Intel MPI and MVAPICH, and gives them no job name. */
import { readFileSync } from 'node:fs'
import { systemErrorCode } from '../failure.ts'
import { statusFields } from '../process_status.ts'

/** A shell or two may be between a rank and its starter. */
const MOST_ANCESTORS = 8

/**
 * The address where mpiexec waits for the proxies of all nodes, equal for all ranks: "node1-39459".
 * @param commandLineOf words and parent of a process, null if unreadable
 * @returns null: no proxy of Hydra is among the ancestors
 */
export function jobOfHydra(process: number, commandLineOf: (id: number) => { words: string[]; parent: number } | null = readProcess): string | null {
  let id = process
  for (let i = 0; i < MOST_ANCESTORS && id > 1; i++) {
    const ancestor = commandLineOf(id)
    if (ancestor === null) return null
    const { words, parent } = ancestor
    const port = words.indexOf('--control-port')
    if (/(?:^|\/)hydra_\w*proxy$/.test(words[0] ?? '') && port > 0 && words[port + 1] !== undefined) return words[port + 1]!
    id = parent
  }
  return null
}

function readProcess(id: number): { words: string[]; parent: number } | null {
  try {
    const [, parent] = statusFields(readFileSync(`/proc/${id}/stat`, 'latin1'))
    return { words: readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0'), parent: Number(parent) }
  } catch (error) {
    if (systemErrorCode(error) === null) throw error
    return null
  }
}
