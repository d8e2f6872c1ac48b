/** MPI: every rank leaves its raw recording, all together make one profile. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { rawFilesIn } from '../../electron/raw/raw_files.ts'
import { commandLine, hagstone } from '../hagstone.ts'
import { temporaryDirectory } from './directory.ts'
import { compiled, reported } from './recorded.ts'

const path = temporaryDirectory()
const hasMpi = ['mpicc', 'mpirun'].every((name) => spawnSync('which', [name]).status === 0)
const ranks = 4
/** Open MPI refuses root and more ranks than cores unless told otherwise. */
const permissions = { OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' }

describe.skipIf(!hasMpi)('mpirun -n 4 hagstone record (needs mpicc and mpirun)', () => {
  let program: string
  beforeAll(() => {
    program = compiled('ring', path('.'), 'mpicc')
  })

  function record(output: string[]): string {
    const command = [...commandLine, 'record', '--rate', '500', '--tool', 'dead-stores', ...output, '--', program, '150000']
    return execFileSync('mpirun', ['--oversubscribe', '-n', String(ranks), ...command], { cwd: path('.'), env: { ...process.env, ...permissions }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  }

  test('one shared directory, which opens as one profile with ranks; a damaged rank is named, the rest is there', async () => {
    expect(record(['--output', 'ring.hagstone'])).toBe(`token ${ranks}\n`)
    const shared = path('ring.hagstone-recording')
    expect(readdirSync(shared).toSorted()).toEqual(['rank-0', 'rank-1', 'rank-2', 'rank-3'])
    expect(readdirSync(path('.')).filter((name) => name.endsWith('.hagstone'))).toEqual([])

    const report = await reported(shared)
    expect(report.run.ranks).toEqual([0, 1, 2, 3])
    expect(report.run.processes).toBe(ranks)
    const working = report.threads.filter((thread) => thread.waste > 0)
    expect([...new Set(working.map((thread) => thread.rank))].toSorted()).toEqual([0, 1, 2, 3])
    const [first] = report.pairs
    expect(first?.source.map((frame) => frame.function)).toEqual(expect.arrayContaining(['main', 'work']))
    expect(report.totals['dead-stores']?.fraction).toBeGreaterThan(0.7)

    const statuses = await Promise.all([1, 2].map((index) => hagstone(['analyze', '--shard', `${index}/2`, shared])))
    expect(statuses).toEqual(statuses.map(() => ({ status: 0, signal: null, stdout: '', stderr: '' })))
    const shards = await hagstone(['analyze', '--reduce', shared, '--output', path('reduced.hagstone')])
    const whole = await hagstone(['analyze', shared, '--output', path('whole.hagstone')])
    expect([shards.status, whole.status]).toEqual([0, 0])
    expect(readFileSync(path('reduced.hagstone')).equals(readFileSync(path('whole.hagstone')))).toBe(true)
    rmSync(join(shared, 'shard-2-of-2.hagpartial'))
    expect(await hagstone(['analyze', '--reduce', shared])).toMatchObject({ status: 4, stderr: `hagstone: ${shared} lacks the partial profile of shard 2/2; run hagstone analyze --shard 2/2 there, then --reduce again\n` })

    const rank = join(shared, 'rank-2')
    const [raw = ''] = rawFilesIn(rank)
    writeFileSync(join(rank, raw), 'no recording')
    const { status, stderr } = await hagstone(['analyze', shared, '--output', path('rest.hagstone')])
    expect(status, stderr).toBe(0)
    expect(stderr).toContain('Rank 2 is left out')
    const rest = await reported(path('rest.hagstone'))
    expect(rest.run.ranks).toEqual([0, 1, 3])
    expect(rest.notes.join('\n')).toContain('Rank 2 is left out')
  })

  test('without --output the job names the directory; an existing directory is taken as it is', () => {
    record([])
    expect(readdirSync(path('.')).filter((name) => /^ring-job-.+\.hagstone-recording$/.test(name))).toHaveLength(1)
    execFileSync('mkdir', [path('shared')])
    record(['--output', 'shared'])
    expect(readdirSync(path('shared')).toSorted()).toEqual(['rank-0', 'rank-1', 'rank-2', 'rank-3'])
  })

  test('what an earlier run left is not mixed with', async () => {
    execFileSync('mkdir', ['-p', path('old.hagstone-recording/rank-0')])
    const env = { OMPI_COMM_WORLD_RANK: '0', OMPI_COMM_WORLD_SIZE: '2' }
    const { status, stderr } = await hagstone(['record', '--output', path('old.hagstone'), 'true'], { env })
    expect(status).toBe(125)
    expect(stderr).toBe(`hagstone: ${path('old.hagstone-recording/rank-0')} exists: an earlier run recorded rank 0 there; analyse and remove ${path('old.hagstone-recording')}, or choose another --output.\n`)
  })
})

test('a starter that names neither job nor output is told to', async () => {
  const { status, stderr } = await hagstone(['record', 'true'], { env: { MV2_COMM_WORLD_RANK: '1', MV2_COMM_WORLD_SIZE: '2' }, cwd: path('.') })
  expect(status).toBe(125)
  expect(stderr).toBe('hagstone: What started rank 1 names no job, so the ranks cannot agree on a directory; name it with --output.\n')
})
