/** Finds the rank of the MPI or Slurm job that this launcher was started as. */

import { jobOfHydra } from './hydra_job.ts'

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
