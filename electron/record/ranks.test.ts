import { expect, test } from 'vitest'
import { jobOfHydra, rankOf } from './ranks.ts'

test.each([
  ['Open MPI', { OMPI_COMM_WORLD_RANK: '2', OMPI_COMM_WORLD_SIZE: '4', PMIX_RANK: '2', PMIX_NAMESPACE: '1234567.1' }, { rank: 2, count: 4, job: '1234567.1' }],
  ['MVAPICH', { MV2_COMM_WORLD_RANK: '0', MV2_COMM_WORLD_SIZE: '2' }, { rank: 0, count: 2, job: null }],
  ['MPICH', { PMI_RANK: '11', PMI_SIZE: '12' }, { rank: 11, count: 12, job: null }],
  ['srun', { SLURM_PROCID: '3', SLURM_STEP_NUM_TASKS: '8', SLURM_JOB_ID: '77', SLURM_STEP_ID: '2' }, { rank: 3, count: 8, job: '77.2' }],
  ['PMIx alone', { PMIX_RANK: '5', PMIX_NAMESPACE: 'prterun-node@1/x' }, { rank: 5, count: null, job: 'prterun-node-1-x' }],
  ['nothing', {}, null],
  ['one rank', { OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '1' }, null],
  ['a batch script of Slurm, outside of srun', { SLURM_PROCID: '0', SLURM_NTASKS: '64', SLURM_JOB_ID: '77' }, null],
  ['no number', { PMIX_RANK: '-1', OMPI_COMM_WORLD_RANK: '1e9', OMPI_COMM_WORLD_SIZE: '4' }, null],
])('%s', (_name, environment, rank) => {
  expect(rankOf(environment, () => null)).toEqual(rank)
})

test("MPICH's proxy names the job to ranks below it, also behind a shell", () => {
  const processes = new Map([
    [10, { words: ['hagstone', 'record', '--control-port', 'wrong:1'], parent: 9 }],
    [9, { words: ['/bin/sh', '-c', 'hagstone record'], parent: 8 }],
    [8, { words: ['/usr/bin/hydra_pmi_proxy', '--control-port', 'node1:39459', '--proxy-id', '0'], parent: 1 }],
  ])
  const read = (id: number) => processes.get(id) ?? null
  expect(jobOfHydra(10, read)).toBe('node1:39459')
  processes.delete(8)
  expect(jobOfHydra(10, read)).toBeNull()
  expect(rankOf({ PMI_RANK: '1', PMI_SIZE: '2' }, () => 'node1:39459')).toEqual({ rank: 1, count: 2, job: 'node1-39459' })
})
