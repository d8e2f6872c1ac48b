/** MPI: every rank leaves its raw recording, all together make one profile. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rawFilesIn } from '../../../electron/raw/raw_files.ts'
import { long } from '../../../scripts/test/long.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import type { PairReport, Report } from '../../../shared/report.ts'
import type { Frame } from '../../../shared/profile/frame.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { hagstone, launchedCommandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { sampleLine, sampleProgram, type Sample } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { at, reported } from '../recorded.ts'

const path = temporaryDirectory()
/** Debian names commands after the library. */
const starters = {
  'Open MPI': { command: isThere('mpirun.openmpi') ? 'mpirun.openmpi' : 'mpirun', options: ['--oversubscribe'], suffix: '' },
  MPICH: { command: 'mpirun.mpich', options: [], suffix: '_mpich' },
} as const
type Library = keyof typeof starters
/** Open MPI refuses root and more ranks than cores by default. */
const permissions = { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' }
/** Standard deviations: one run in 100 million is further off. */
const deviations = 5.7

function isThere(command: string): boolean {
  return spawnSync('which', [command]).status === 0
}

/** Words for a test that is skipped; null: all there. */
function missing(library: Library, sample: Sample): string | null {
  const { command } = starters[library]
  if (!isThere(command)) return `${library} is not installed: no ${command}`
  return existsSync(sampleProgram(sample)) ? null : `${library} is not installed: its compiler was not there when ${sample} was to be built`
}

function record(library: Library, ranks: number, options: string[], program: string[]): { stdout: string; stderr: string } {
  needSampling()
  const { command, options: own } = starters[library]
  const { status, stdout, stderr } = spawnSync(command, [...own, '-n', String(ranks), ...launchedCommandLine, 'record', ...options, '--', ...program], {
    cwd: path('.'),
    env: { ...process.env, ...permissions },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  return { stdout, stderr }
}

/** Hagstone's own output; starters print remarks of their own. */
function said(stderr: string): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('hagstone: '))
}

/** Rank r wastes r of r + 1 stores of step(); an interrupt while it reads them represents a store of the next step. */
function expectWasteByRank({ run, pairs }: Report): void {
  const inStep = pairs.filter(({ source }) => at('mpi/steps', 'store')(leafOf(source)))
  for (const rank of run.ranks) {
    const sum = (value: (pair: PairReport) => number): number =>
      inStep.reduce((total, pair) => total + value(pair) * pair.threads.reduce((share, thread) => share + (thread.rank === rank ? thread.share : 0), 0), 0)
    const [waste, use, traps] = [sum((pair) => pair.waste), sum((pair) => pair.use), sum((pair) => pair.traps)]
    // The bounds below widen where a busy machine lets a rank have few.
    expect(traps, `rank ${rank}`).toBeGreaterThan(0)
    const [low, high] = rank === 0 ? [0, 0] : [rank / (rank + 1), (rank + 1) / (rank + 2)]
    const bound = (share: number): number => deviations * Math.sqrt((share * (1 - share)) / traps)
    expect(waste / (waste + use), `rank ${rank}`).toBeGreaterThanOrEqual(low - bound(low))
    expect(waste / (waste + use), `rank ${rank}`).toBeLessThanOrEqual(high + bound(high))
  }
}

/** All of the library's work for the call is below it, at its line. */
function expectCallsNamed({ pairs }: Report, sample: Sample, caller: string): void {
  const isCall = ({ function: name }: Frame): boolean => name === 'MPI_Allreduce'
  const inside = pairs.map(({ target }) => target).filter((chain) => chain.some(isCall))
  expect(inside.length).toBeGreaterThan(0)
  const { number } = sampleLine(sample, 'allreduce')
  for (const chain of inside) {
    const above = chain[chain.findIndex(isCall) - 1]
    expect(above?.function, JSON.stringify(chain)).toContain(caller)
    expect(above?.line).toBe(number)
    expect(chain.filter(isCall)).toHaveLength(1)
  }
}

test('Open MPI: one shared directory, which opens as one profile with ranks; a damaged rank is named, the rest is there', async ({ skip }) => {
  const reason = missing('Open MPI', 'mpi/steps')
  if (reason !== null) skip(reason)
  const printed = record(
    'Open MPI',
    4,
    // Few steps, sampled often: on a busy machine most of the time goes to ranks that wait for each other.
    ['--output', 'steps.hagstone', '--rate', '4000', '--max-overhead', '0', '--tool', 'dead-stores'],
    [sampleProgram('mpi/steps'), '25000'],
  )
  expect(printed.stdout).toMatch(/^-?\d+ 10\n$/)
  const shared = path('steps.hagstone-recording')
  expect(said(printed.stderr)).toEqual([
    `hagstone: Every rank writes its raw recording to ${shared}; when all have ended, run hagstone analyze ${shared} --output ${path('steps.hagstone')}`,
  ])
  expect(readdirSync(shared).toSorted()).toEqual(['rank-0', 'rank-1', 'rank-2', 'rank-3'])
  expect(readdirSync(path('.')).filter((name) => name.endsWith('.hagstone'))).toEqual([])

  const report = await reported(shared)
  expect(report.run.ranks).toEqual([0, 1, 2, 3])
  expect(report.run.processes).toBe(4)
  expect(report.ranks.map(({ rank }) => rank)).toEqual([0, 1, 2, 3])
  expectWasteByRank(report)
  expectCallsNamed(report, 'mpi/steps', 'exchange')

  const statuses = await Promise.all([1, 2].map((index) => hagstone(['analyze', '--shard', `${index}/2`, shared])))
  expect(statuses).toEqual(statuses.map(() => ({ status: 0, signal: null, stdout: '', stderr: '' })))
  const shards = await hagstone(['analyze', '--reduce', shared, '--output', path('reduced.hagstone')])
  const whole = await hagstone(['analyze', shared, '--output', path('whole.hagstone')])
  expect([shards.status, whole.status]).toEqual([0, 0])
  expect(readFileSync(path('reduced.hagstone')).equals(readFileSync(path('whole.hagstone')))).toBe(true)
  rmSync(join(shared, 'shard-2-of-2.hagpartial'))
  expect(await hagstone(['analyze', '--reduce', shared])).toMatchObject({
    status: 4,
    stderr: `hagstone: ${shared} lacks the partial profile of shard 2/2; run hagstone analyze --shard 2/2 there, then --reduce again\n`,
  })

  const rank = join(shared, 'rank-2')
  const [raw = ''] = rawFilesIn(rank)
  writeFileSync(join(rank, raw), 'no recording')
  const { status, stderr } = await hagstone(['analyze', shared, '--output', path('rest.hagstone')])
  expect(status, stderr).toBe(0)
  expect(stderr).toContain('Rank 2 is omitted')
  const rest = await reported(path('rest.hagstone'))
  expect(rest.run.ranks).toEqual([0, 1, 3])
  expect(rest.notes.join('\n')).toContain('Rank 2 is omitted')
})

test('MPICH: its starter names the job, and what Fortran calls is named as in C', async ({ skip }) => {
  const reason = missing('MPICH', 'mpi/solver_mpich')
  if (reason !== null) skip(reason)
  const { stderr } = record('MPICH', 2, ['--tool', 'dead-stores'], [sampleProgram('mpi/solver_mpich'), '1000'])
  const [shared = ''] = readdirSync(path('.')).filter((name) => /^solver_mpich-job-.+-\d+\.hagstone-recording$/.test(name))
  expect(said(stderr)).toHaveLength(1)
  const report = await reported(path(shared))
  expect(report.run.ranks).toEqual([0, 1])
  expectCallsNamed(report, 'mpi/solver_mpich', 'solve')
})

async function expectSlowRank(library: Library, skip: (reason: string) => void): Promise<void> {
  const sample = library === 'MPICH' ? 'mpi/uneven_mpich' : 'mpi/uneven'
  const reason = missing(library, sample)
  if (reason !== null) skip(reason)
  const name = basename(sample)
  record(library, 2, ['--tool', 'redundant-loads', '--rate', '1000', '--max-overhead', '0', '--output', `${name}.hagstone`], [sampleProgram(sample)])
  const profile = path(`${name}.hagstone`)
  const analyzed = await hagstone(['analyze', path(`${name}.hagstone-recording`), '--output', profile])
  expect(analyzed.status, analyzed.stderr).toBe(0)
  // The ranks were recorded here, so that findings may quote their sources.
  expect(await hagstone(['report', profile, '--view', 'findings'])).toMatchObject({ status: 0, stderr: '' })
  const { findings, threads } = await reported(profile)
  const wait = findings?.waits?.find(({ call }) => call === 'MPI_Allreduce')
  if (wait === undefined || wait.shareOfRun < 0.05) return skip('the machine is too busy: rank 0 had no processor to wait on')
  expect(wait).toMatchObject({ function: 'exchange', line: sampleLine(sample, 'exchange').number })
  if (threads[wait.threads[0]!.thread]!.rank === 1) return skip('the machine is too busy: rank 1 waits for rank 0 to have a processor')
  expect(threads[wait.imbalance!.busiest]!.rank).toBe(1)
  expect(wait.text).toMatch(/: rank 1 works [\d.–]+× as long as the other rank/)
  // A busy machine makes rank 0 wait longer than for the work of rank 1.
  if (wait.cause === undefined) skip('the machine is too busy: most of the wait is for a processor')
  expect(wait.cause).toMatchObject({ isLoop: true, function: 'compute', line: sampleLine(sample, 'compute').number })
  expect(wait.text).toMatch(/; the difference is in the loop at uneven\.c:\d+ in compute\(\)$/)
}

test('the rank with more work is named, and the loop in which it has that', ({ skip }) => expectSlowRank('Open MPI', skip))
test('of MPICH, too', long, ({ skip }) => expectSlowRank('MPICH', skip))

test('what stops all ranks of a machine is printed once', ({ skip }) => {
  const { command, options } = starters['Open MPI']
  if (!isThere(command)) skip('Open MPI is not installed')
  const { status, stderr } = spawnSync(command, [...options, '-n', '2', ...launchedCommandLine, 'record', '--rate', 'none', 'true'], {
    env: { ...process.env, ...permissions },
    encoding: 'utf8',
  })
  expect(status).toBe(125)
  expect(said(stderr)).toEqual([expect.stringMatching(/^hagstone: .*--rate/)])
})

/** `hagstone record` around the starter: one launcher, which is no rank. */
async function recordAround(name: string, command: string[], engine = 'auto'): Promise<Report> {
  const { status, stderr } = await hagstone(['record', '--tool', 'dead-stores', '--engine', engine, '--output', path(name), ...command], { env: permissions })
  expect(status, stderr).toBe(0)
  return reported(path(name))
}

test.for<[Library, Sample]>([
  ['Open MPI', 'mpi/steps'],
  ['MPICH', 'mpi/steps_mpich'],
])('%s: a recording of mpirun itself has the ranks that it starts', async ([library, sample], { skip }) => {
  const reason = missing(library, sample)
  if (reason !== null) skip(reason)
  const { command, options } = starters[library]
  const report = await recordAround(`around${starters[library].suffix}.hagstone`, [command, ...options, '-n', '2', sampleProgram(sample), '100'])
  expect(report.run.ranks).toEqual([0, 1])
  expect(report.run.unrecorded).toBe(undefined)
  expect(report.ranks.map(({ rank, processes }) => [rank, processes])).toEqual([
    [0, 1],
    [1, 1],
  ])
  const ranksOf = (isProgram: boolean): Array<number | null> => [
    ...new Set(report.threads.filter(({ name }) => (name === basename(sampleProgram(sample)).slice(0, 15)) === isProgram).map(({ rank }) => rank)),
  ]
  expect(ranksOf(true).toSorted()).toEqual([0, 1])
  expect(report.threads.find(({ name }) => name.startsWith(command.slice(0, 6)) || name.startsWith('orterun'))?.rank).toBe(null)
})

test.for([
  ['PMI_RANK', 'PMI_SIZE'],
  ['SLURM_PROCID', 'SLURM_STEP_NUM_TASKS'],
  ['PMIX_RANK', 'PMIX_SIZE'],
])('what %s says in a child of the recorded program is its rank', async ([rank = '', size = '']) => {
  const run = (number: number): string => `env ${rank}=${number} ${size}=2 "$0" 1000`
  const report = await recordAround(`${rank}.hagstone`, ['sh', '-c', `${run(0)} & ${run(1)} & wait`, sampleProgram('four_pairs')])
  expect(report.run.ranks).toEqual([0, 1])
  const byName = report.threads.map(({ name, rank }) => [name, rank] as const)
  expect(
    byName
      .filter(([name]) => name === 'four_pairs')
      .map(([, rank]) => rank)
      .toSorted(),
  ).toEqual([0, 1])
  expect(byName.find(([name]) => name === 'sh')?.[1]).toBe(null)
})

/** A short run: most of it is starting and ending MPI. */
async function countedRanks(library: Library, skip: (reason: string) => void): Promise<Report> {
  const sample = library === 'MPICH' ? 'mpi/solver_mpich' : 'mpi/solver'
  const reason = missing(library, sample)
  if (reason !== null) skip(reason)
  const name = `counted${starters[library].suffix}.hagstone`
  const { stdout, stderr } = record(library, 2, ['--engine', 'exhaustive', '--tool', 'redundant-loads', '--output', name], [sampleProgram(sample), '20'])
  expect(stdout.trim()).toBe('2.0')
  // The expected cost, and the place of the recordings, each from one rank.
  expect(said(stderr)).toHaveLength(2)
  // All of the pairs would be gigabytes.
  const printed = await hagstone(['report', path(`${name}-recording`), '--json'])
  expect(printed.status, printed.stderr).toBe(0)
  const report = JSON.parse(printed.stdout) as Report
  expect(report.run.ranks).toEqual([0, 1])
  expect(report.run.processes).toBe(2)
  expectCallsNamed(report, sample, 'solve')
  return report
}

test.skipIf(!exhaustiveEngineIsBuilt)('the exhaustive engine knows the rank of a program that the recorded one becomes', async () => {
  const ofRank = ['env', 'OMPI_COMM_WORLD_RANK=1', 'OMPI_COMM_WORLD_SIZE=2', sampleProgram('four_pairs'), '10']
  const report = await recordAround('counted-around.hagstone', ofRank, 'exhaustive')
  expect(report.threads.map(({ name, rank }) => [name, rank])).toContainEqual(['four_pairs', 1])
})

// Starting MPI under it takes a minute and more.
describe.skipIf(!exhaustiveEngineIsBuilt)('the exhaustive engine counts ranks', () => {
  test.for<Library>(['MPICH', 'Open MPI'])('of %s, and the waiting share of their instructions', long, async (library, { skip }) => {
    const { executed, findings } = await countedRanks(library, skip)
    expect(executed!.waiting).toBeGreaterThan(0)
    expect(findings!.waits!.filter(({ kind, call }) => kind !== 'message' || call === null)).toEqual([])
  })
})

test('without --output the job names the directory; an existing directory is taken as it is', ({ skip }) => {
  if (!isThere(starters['Open MPI'].command)) skip('Open MPI is not installed')
  record('Open MPI', 2, [], ['true'])
  expect(readdirSync(path('.')).filter((name) => /^true-job-.+\.hagstone-recording$/.test(name))).toHaveLength(1)
  mkdirSync(path('shared'))
  record('Open MPI', 2, ['--output', 'shared'], ['true'])
  expect(readdirSync(path('shared')).toSorted()).toEqual(['rank-0', 'rank-1'])
})

test('leftovers of an earlier run are not mixed in', async () => {
  mkdirSync(path('old.hagstone-recording/rank-0'), { recursive: true })
  const env = { OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '2' }
  const { status, stderr } = await hagstone(['record', '--output', path('old.hagstone'), 'true'], { env })
  expect(status).toBe(125)
  expect(stderr).toBe(
    `hagstone: ${path('old.hagstone-recording/rank-0')} exists: an earlier run recorded rank 0 there; analyse and remove ${path('old.hagstone-recording')}, or choose another --output.\n`,
  )
})

test('a rank that is refused alone waits for the others only until it is asked to end', async () => {
  const [command = '', ...words] = launchedCommandLine
  const env = { ...process.env, SLURM_PROCID: '0', SLURM_STEP_NUM_TASKS: '2', SLURM_JOB_ID: `alone-${process.pid}` }
  const rank = spawn(command, [...words, 'record', '--rate', 'none', 'true'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(rank, 'exit')
  await once(rank.stderr, 'data')
  rank.kill('SIGINT')
  expect(await ended).toEqual([125, null])
})

test('a starter that names neither job nor output must be given one', async () => {
  const { status, stderr } = await hagstone(['record', 'true'], { env: { MV2_COMM_WORLD_RANK: '1', MV2_COMM_WORLD_SIZE: '2' }, cwd: path('.') })
  expect(status).toBe(125)
  expect(stderr).toBe('hagstone: The launcher of rank 1 gives no job number, so the ranks cannot agree on a directory; name one with --output.\n')
})

test.for<[Library, Sample, string]>([
  ['Open MPI', 'mpi/solver', 'solve'],
  ['MPICH', 'mpi/steps_mpich', 'exchange'],
])('%s: ranks and calls of %s', long, async ([library, sample, caller], { skip }) => {
  const reason = missing(library, sample)
  if (reason !== null) skip(reason)
  record(library, 2, ['--output', `${caller}.hagstone`, '--tool', 'dead-stores'], [sampleProgram(sample)])
  const report = await reported(path(`${caller}.hagstone-recording`))
  expect(report.run.ranks).toEqual([0, 1])
  expectCallsNamed(report, sample, caller)
})
