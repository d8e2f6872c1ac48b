/** Slurm itself, on this machine: what docs/clusters.md says to type there. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quoted } from '../../electron/record/program/shell_words.ts'
import { long } from '../../scripts/test/long.ts'
import { commandLine, hagstone, launchedCommandLine } from '../support/hagstone.ts'
import { needSampling } from '../support/need_sampling.ts'
import { sampleProgram } from '../support/samples.ts'
import { temporaryDirectory } from './directory.ts'
import { reported } from './recorded.ts'
import { missingForSlurm, startCluster } from './slurm.ts'

const path = temporaryDirectory()
const command = commandLine.map(quoted).join(' ')

test('srun records all ranks; a job array analyses them, and a job that waits for it makes the profile', long, async ({ skip, onTestFinished }) => {
  const missing = missingForSlurm()
  if (missing !== null) skip(missing)
  needSampling()
  const directory = mkdtempSync(join(tmpdir(), 'hs-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const cluster = await startCluster(directory)
  onTestFinished(() => cluster.stop())
  const surroundings = { cwd: path('.'), env: cluster.environment, encoding: 'utf8' } as const
  const program = sampleProgram('rezeroed_array')

  execFileSync(
    'srun',
    ['--ntasks=4', '--overcommit', ...launchedCommandLine, 'record', '--output', path('run.hagstone'), '--rate', '200', '--tool', 'dead-stores', '--', program],
    { ...surroundings, stdio: 'pipe' },
  )
  const recording = path('run.hagstone-recording')
  expect(readdirSync(recording).toSorted()).toEqual(['rank-0', 'rank-1', 'rank-2', 'rank-3'])

  const shards = execFileSync(
    'sbatch',
    ['--parsable', '--array=1-2', '--cpus-per-task=1', '--output=/dev/null', '--wrap', `${command} analyze --shard $SLURM_ARRAY_TASK_ID/2 ${recording}`],
    surroundings,
  ).trim()
  execFileSync(
    'sbatch',
    ['--wait', `--dependency=afterok:${shards}`, '--output=/dev/null', '--wrap', `${command} analyze --reduce ${recording} --output ${path('run.hagstone')}`],
    surroundings,
  )
  const report = await reported(path('run.hagstone'))
  expect(report.run.ranks).toEqual([0, 1, 2, 3])
  expect(report.ranks.map(({ rank, tools }) => [rank, (tools['dead-stores']?.waste ?? 0) > 0])).toEqual([
    [0, true],
    [1, true],
    [2, true],
    [3, true],
  ])
  expect((await hagstone(['analyze', recording, '--output', path('whole.hagstone')])).status).toBe(0)
  expect(readFileSync(path('run.hagstone')).equals(readFileSync(path('whole.hagstone')))).toBe(true)
})

test('without --output the job and its step name the directory; MPICH runs under srun, too', long, async ({ skip, onTestFinished }) => {
  const missing = missingForSlurm()
  if (missing !== null) skip(missing)
  const program = sampleProgram('mpi/steps_mpich')
  if (!existsSync(program)) skip('MPICH is not installed (Debian: mpich, libmpich-dev)')
  const directory = mkdtempSync(join(tmpdir(), 'hs-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const cluster = await startCluster(directory)
  onTestFinished(() => cluster.stop())
  execFileSync('srun', ['--mpi=pmi2', '--ntasks=2', '--overcommit', ...launchedCommandLine, 'record', '--tool', 'dead-stores', '--', program, '20000'], {
    cwd: path('.'),
    env: cluster.environment,
    stdio: 'pipe',
  })
  const [recording = ''] = readdirSync(path('.')).filter((name) => /^steps_mpich-job-1\.0\.hagstone-recording$/.test(name))
  expect((await reported(path(recording))).run.ranks).toEqual([0, 1])
})
