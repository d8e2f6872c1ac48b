/** Finds the rank of the MPI or Slurm job that this launcher was started as. */
import { readFileSync } from 'node:fs'
import { systemErrorCode } from '../failure.ts'
import { statusFields } from '../process_status.ts'

export interface Rank {
  rank: number
  /** Ranks of the job; null if the starter does not say. */
  count: number | null
  /** Names the job, equal in all its ranks; null if the starter gives no name. */
  job: string | null
}

/** In order of trust: the starter of MPI ranks itself, then variables that may be set around it. */
const starters: Array<{ rank: string; count: string | null }> = [
  { rank: 'OMPI_COMM_WORLD_RANK', count: 'OMPI_COMM_WORLD_SIZE' },
  { rank: 'MV2_COMM_WORLD_RANK', count: 'MV2_COMM_WORLD_SIZE' },
  { rank: 'PMI_RANK', count: 'PMI_SIZE' },
  // Only a step that srun started has a number of tasks; a batch script has SLURM_PROCID=0 all the same.
  { rank: 'SLURM_PROCID', count: 'SLURM_STEP_NUM_TASKS' },
  { rank: 'PMIX_RANK', count: null },
]
const largestRank = 999_999_999

/**
 * Null outside such a job, and in a job of one rank, which is recorded like any program.
 * @param ofHydra names the job of this process if the environment does not
 */
export function rankOf(environment: Record<string, string | undefined>, ofHydra: () => string | null = () => jobOfHydra(process.pid)): Rank | null {
  for (const starter of starters) {
    const rank = number(environment[starter.rank])
    if (rank === null) continue
    const count = starter.count === null ? null : number(environment[starter.count])
    if (starter.count !== null && count === null) continue
    return count === 1 ? null : { rank, count, job: jobOf(environment, ofHydra) }
  }
  return null
}

function jobOf(environment: Record<string, string | undefined>, ofHydra: () => string | null): string | null {
  const step = environment['SLURM_JOB_ID'] === undefined ? undefined : `${environment['SLURM_JOB_ID']}.${environment['SLURM_STEP_ID'] ?? '0'}`
  const job = environment['PMIX_NAMESPACE'] ?? environment['OMPI_MCA_ess_base_jobid'] ?? step ?? environment['PMI_JOBID'] ?? ofHydra()
  const name = job?.replaceAll(/[^A-Za-z0-9.]+/g, '-').replaceAll(/^[-.]+|-+$/g, '')
  return name === undefined || name === '' ? null : name
}

function number(text: string | undefined): number | null {
  const value = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value <= largestRank ? value : null
}

/** A shell or two may be between a rank and its starter. */
const MOST_ANCESTORS = 8

/**
 * Names the job of a rank that Hydra started, which gives jobs no name (MPICH, Intel MPI, MVAPICH): the address where
 * mpiexec waits for the proxies of all nodes, equal for all ranks: "node1-39459".
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
