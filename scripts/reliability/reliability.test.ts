import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import findOutWhetherThisMachineSamples, { whyNoSampling } from '../../e2e/support/need_sampling.ts'
import { jumpingClock, memoryLimit, residentBytes, smallDisk } from './conditions.ts'
import { long } from '../test/long.ts'
import { crashFindings, readFindings, recordFindings } from './findings.ts'
import { growthFindings, longLivedHost } from './long_lived_host.ts'
import { runLoop } from './loop.ts'
import { start } from './processes.ts'
import { digest, recordedPrograms } from './programs.ts'
import type { RecordedPrograms } from './programs.ts'
import { summaryLines } from './summary.ts'
import type { Trial } from './trial.ts'
import { allTrials } from './trials.ts'

let directory: string
let programs: RecordedPrograms

beforeAll(async () => {
  await findOutWhetherThisMachineSamples()
  directory = mkdtempSync(join(tmpdir(), 'hagstone-reliability-'))
  programs = recordedPrograms(directory, whyNoSampling() === null)
})
afterAll(() => rmSync(directory, { recursive: true }))

const ended = { status: 0, signal: null, printed: 'as alone', stderr: '', seconds: 1 }
const program = { name: 'one', command: ['one'], printed: 'as alone', status: 0 }

describe('trials', () => {
  // The others do to the command line and the host what their own tests do (e2e/cli: full_disk, killed, limits).
  for (const [names, options] of [
    [['undisturbed', 'killed-program'], {}],
    [null, long],
  ] as const)
    test(`find nothing, once around: ${names?.join(', ') ?? 'all'}`, { ...options, timeout: 600_000 }, async (context) => {
      const host = longLivedHost(join(directory, `host-state-${names?.length ?? 'all'}`))
      const trials = [...allTrials(directory), host.trial].filter(({ name }) => names === null || names.some((one) => one === name))
      const possible = trials.filter(({ missing }) => missing === null)
      const results = await runLoop({ trials: possible, programs, seed: 7, directory, goesOn: (done) => done < possible.length, onResult: () => {} })
      const { findings } = await host.end()
      expect([...results.flatMap(({ trial, findings }) => findings.map((finding) => `${trial}: ${finding}`)), ...findings]).toEqual([])
      expect(results.map(({ trial }) => trial)).toEqual(possible.map(({ name }) => name))
      const missing = trials.flatMap(({ name, missing }) => (missing === null ? [] : [`${name}: ${missing}`]))
      if (missing.length > 0) context.skip(missing.join('; '))
    })
})

describe('a finding is', () => {
  test.each([
    ['a stack', 'hagstone: x\n    at open (file:///x/profile.ts:12:3)\n'],
    ['an error of Node', 'node:internal/fs:441\nError: ENOSPC: no space left on device, write\n'],
    ['an engine out of memory', 'FATAL ERROR: Reached heap limit Allocation failed\n'],
    ['an assertion', "hagstone.c:12: walk: Assertion `depth < cap' failed.\n"],
  ])('what is printed of a crash: %s', (_what, stderr) => {
    expect(crashFindings({ stderr })).toHaveLength(1)
  })

  test('not what Hagstone says on purpose', () => {
    expect(
      crashFindings({
        stderr: 'hagstone: The disk was full after 3.1 s; everything up to then is kept in p-recording.\nhagstone: 12.3 % dead stores, at main.c:12\n',
      }),
    ).toEqual([])
  })

  test('another output or status than the program has alone, also if it might have been killed', () => {
    expect(recordFindings(ended, program, true)).toEqual([])
    expect(recordFindings({ ...ended, printed: 'less' }, program, true)).toHaveLength(1)
    expect(recordFindings({ ...ended, status: 1 }, program, true)).toHaveLength(1)
    expect(recordFindings({ ...ended, status: null, signal: 'SIGSEGV' }, program, true)).toHaveLength(1)
    expect(recordFindings({ ...ended, status: null, signal: 'SIGKILL' }, program, true)).toEqual([])
    expect(recordFindings({ ...ended, status: null, signal: 'SIGKILL' }, program, false)).toHaveLength(1)
  })

  test('a failure without a reason', () => {
    const failed = { ...ended, status: 125 }
    expect(recordFindings({ ...failed, stderr: 'hagstone: The disk is full.\n' }, program, true)).toEqual([])
    expect(recordFindings(failed, program, true)).toHaveLength(1)
    expect(recordFindings({ ...failed, stderr: 'hagstone: The disk is full.\n' }, program, false)).toHaveLength(1)
  })

  test('a profile that cannot be read', () => {
    expect(readFindings('report', { ...ended, status: 4, stderr: 'hagstone: p is damaged.\n' }, false)).toHaveLength(1)
    expect(readFindings('analyze', { ...ended, status: 4, stderr: 'hagstone: p holds no samples.\n' }, true)).toEqual([])
    expect(readFindings('analyze', { ...ended, status: null, signal: 'SIGSEGV' }, true)).toHaveLength(1)
  })

  test('a host that grows, or keeps files open', () => {
    const sizes = (bytes: (recording: number) => number, descriptors: (recording: number) => number): Array<{ bytes: number; descriptors: number }> =>
      Array.from({ length: 40 }, (_, recording) => ({ bytes: bytes(recording), descriptors: descriptors(recording) }))
    expect(
      growthFindings(
        sizes(
          (recording) => (200 + 10 * (recording % 3)) * 2 ** 20,
          (recording) => 20 + (recording % 2),
        ),
      ),
    ).toEqual([])
    expect(
      growthFindings(
        sizes(
          (recording) => (200 + 10 * recording) * 2 ** 20,
          () => 20,
        ),
      ),
    ).toHaveLength(1)
    expect(
      growthFindings(
        sizes(
          () => 200 * 2 ** 20,
          (recording) => 20 + recording,
        ),
      ),
    ).toHaveLength(1)
  })

  test('a process that is left behind, and a trial that fails; their directories are kept', async () => {
    const leaving: Trial = {
      name: 'leaving',
      what: 'leaves a process',
      missing: null,
      async run({ name, environment }) {
        const { ended } = start(name, ['sh', '-c', 'sleep 600 >/dev/null 2>&1 & exit 0'], environment)
        await ended
        return { ended: 'well', findings: [] }
      },
    }
    const failing: Trial = { name: 'failing', what: 'fails', missing: null, run: () => Promise.reject(new Error('no such thing')) }
    const results = await runLoop({ trials: [leaving, failing], programs, seed: 1, directory, goesOn: (done) => done < 2, onResult: () => {} })
    expect(results.map(({ findings }) => findings)).toEqual([['a process was left behind: sleep 600'], ['the trial itself failed: no such thing']])
    expect(existsSync(join(directory, 'leaving-1')) && existsSync(join(directory, 'failing-2'))).toBe(true)
    expect(summaryLines([leaving, failing, { ...failing, name: 'other', missing: 'no such disk' }], results)).toEqual([
      'leaving: leaves a process: 1 time, 1 wrong',
      '     1 × well',
      'failing: fails: 1 time, 1 wrong',
      '     1 × a failure of the trial',
      'other: skipped, no such disk',
    ])
  })
})

describe('conditions', () => {
  test('programs print the same whenever they run alone', () => {
    for (const { command, printed, status } of programs.exhaustive.filter(({ status }) => status === 0)) {
      expect(digest(execFileSync(command[0]!, command.slice(1), { maxBuffer: 1 << 28 }))).toBe(printed)
      expect(status).toBe(0)
    }
  })

  test('take effect: little memory kills, a small disk is full, the clock jumps', async (context) => {
    const [memory, disk, clock] = [memoryLimit(), smallDisk(directory), jumpingClock(join(directory, 'test-time'))]
    if (!('had' in memory && 'had' in disk && 'had' in clock))
      return context.skip([memory, disk, clock].flatMap((condition) => ('missing' in condition ? [condition.missing] : [])).join('; '))

    const hungry = [process.execPath, '-e', 'const kept = []; for (let i = 0; i < 400; i++) kept.push(Buffer.alloc(1 << 20, 1))']
    expect(await start('memory', hungry).ended).toMatchObject({ status: 0 })
    expect(await start('memory', memory.had.limited('test', 100 << 20, hungry)).ended).toMatchObject({ signal: 'SIGKILL' })
    await memory.had.release('test')

    const place = join(directory, 'small')
    mkdirSync(place)
    const write = ['sh', '-c', 'head -c 300000 /dev/zero > "$0/file"', place]
    expect((await start('disk', disk.had.on(place, 1 << 20, write)).ended).status).toBe(0)
    expect((await start('disk', disk.had.on(place, 64 << 10, write)).ended).stderr).toContain('No space left on device')
    expect(existsSync(join(place, 'file'))).toBe(false)

    clock.had.jump(-86_400 * 365)
    writeFileSync(join(directory, 'now.js'), 'process.exit(Math.abs(Date.now() / 1000 - 86_400 * 365 - Number(process.argv[2])) < 3600 ? 9 : 0)')
    const farBack = [process.execPath, join(directory, 'now.js'), String(Date.now() / 1000 - 2 * 86_400 * 365)]
    expect((await start('clock', farBack, clock.had.environment).ended).status).toBe(9)
    expect((await start('clock', farBack).ended).status).toBe(0)
  })

  test('memory of a process is what the kernel says', () => {
    expect(Math.abs(residentBytes(process.pid) / process.memoryUsage.rss() - 1)).toBeLessThan(0.3)
  })
})
