/** `record --engine exhaustive` from the command to the profile; the recorded program must not notice. */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { nativeDirectories } from '../../../electron/paths.ts'
import { rawFilesIn } from '../../../electron/raw/raw_files.ts'
import { readLiveSnapshot } from '../../../electron/raw/live/live_snapshot.ts'
import { readRawFile } from '../../../electron/raw/raw_reader.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import type { Report } from '../../../shared/report.ts'
import { exhaustiveEngineIsBuilt } from '../../support/exhaustive_engine.ts'
import { commandLine, hagstone } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import type { Result } from '../../support/hagstone.ts'
import { long } from '../../../scripts/test/long.ts'
import { sampleProgram, sampleSource } from '../../support/samples.ts'
import { temporaryDirectory } from '../directory.ts'
import { between, compiled, recordedRun, reported, sum } from '../recorded.ts'

const path = temporaryDirectory()
if (!exhaustiveEngineIsBuilt) console.log('skipped: the exhaustive engine is not built, for want of Valgrind')

type Options = Parameters<typeof hagstone>[1]
const record = (name: string, options: string[], command: string[], surroundings: Options = {}): Promise<Result> =>
  hagstone(['record', '--engine', 'exhaustive', '--output', path(`${name}.hagstone`), ...options, '--', ...command], surroundings)

async function recordedAndSaid(name: string, options: string[], command: string[]): Promise<{ report: Report; stderr: string }> {
  const { status, stderr } = await record(name, options, command)
  expect(status, stderr).toBe(0)
  return { report: await reported(path(`${name}.hagstone`)), stderr }
}

const recorded = async (name: string, options: string[], command: string[]): Promise<Report> => (await recordedAndSaid(name, options, command)).report

describe.skipIf(!exhaustiveEngineIsBuilt)('the exhaustive engine', () => {
  test('measures several tools in one run, exactly, says what it will cost and what was counted, and leaves a profile and nothing else', async () => {
    const { report, stderr } = await recordedAndSaid(
      'several',
      ['--tool', 'dead-stores,silent-stores,redundant-loads,reuse-distance,spatial-loads'],
      [sampleProgram('rezeroed_array'), '100'],
    )
    expect(report.run).toMatchObject({ engine: 'exhaustive', driver: 'accesses', unit: 'bytes', exit: { code: 0, state: 'finished' } })
    for (const tool of report.run.tools.filter((name) => name !== 'reuse-distance')) expect(report.totals[tool]).toMatchObject({ exact: true, ci95: null })
    // begin_block and end_block set the array 100 times in turn, and nothing reads what end_block stored.
    const dead = report.pairs.filter((pair) => pair.tool === 'dead-stores' && between('rezeroed_array', 'dead store', 'killing store')(pair))
    expect(sum(dead, (pair) => pair.waste)).toBeGreaterThan(0.99 * (report.totals['dead-stores']?.waste ?? 0))
    expect(readdirSync(path('.')).filter((name) => name.startsWith('several'))).toEqual(['several.hagstone'])
    expect(stderr).toMatch(/^hagstone: The exhaustive engine takes about \d+ to \d+ times as long as the program alone and \d+ to \d+ times its memory/)
    expect(stderr).toMatch(/hagstone: [\d,]+ loads and [\d,]+ stores in [\d.]+ s; exhaustive engine, as requested; Valgrind \d/)
  })

  test('streams pass through byte for byte, and the exit status too', async () => {
    const input = `${'a line of input\n'.repeat(5000)}\u0000\u0001 end`
    const { stdout, status } = await record('cat', ['--tool', 'dead-stores'], ['sh', '-c', 'cat; echo to stderr >&2; exit 255'], { input })
    expect({ stdout, status }).toEqual({ stdout: input, status: 255 })
  })

  test.each([0, 1, 125])('exit status %d is passed on', long, async (status) => {
    expect((await record('status', ['--tool', 'dead-stores'], ['sh', '-c', `exit ${status}`])).status).toBe(status)
  })

  for (const [options, signals] of [
    [{}, ['SIGKILL', 'SIGSEGV']],
    [long, ['SIGTERM', 'SIGABRT']],
  ] as const)
    test.each(signals)('a target that dies of %s makes record die of it too, and is recorded', options, async (signal) => {
      const { signal: seen } = await record(signal, ['--tool', 'dead-stores'], ['sh', '-c', `kill -${signal.slice(3)} $$`])
      expect(seen).toBe(signal)
      expect(recordedRun(path(`${signal}.hagstone`)).exit.signal).toBe(signal)
    })

  test('signals for record reach the target', async () => {
    const script = `exec 2>&-; trap 'echo told; exit 7' TERM; kill -TERM "$PPID"; while :; do sleep 0.05; done`
    expect(await record('signals', ['--tool', 'dead-stores'], ['sh', '-c', script])).toMatchObject({ status: 7, stdout: 'told\n' })
  })

  test('the environment has what Valgrind needs in addition and is otherwise the same', async () => {
    const { stdout } = await record('env', ['--tool', 'dead-stores'], ['env', '-0'], {
      env: { HAGSTONE_RATE_OF_MINE: '1', VALGRIND_OPTS: '--leak-check=full' },
    })
    const seen = new Map(
      stdout
        .split('\0')
        .filter(Boolean)
        .map((entry): [string, string] => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    )
    const given = { ...process.env, HAGSTONE_RATE_OF_MINE: '1', VALGRIND_OPTS: '--leak-check=full' }
    expect([...seen.keys()].filter((name) => !(name in given)).toSorted()).toEqual(['LD_PRELOAD', 'VALGRIND_LIB'])
    for (const [name, value] of Object.entries(given)) expect([name, seen.get(name)]).toEqual([name, value])
  })

  test('children are recorded, or left out', async () => {
    const processes = async (name: string, options: string[]): Promise<number> => {
      const { status, stderr } = await record(name, ['--tool', 'dead-stores', ...options], ['sh', '-c', '/bin/true; cat /dev/null'])
      expect(status, stderr).toBe(0)
      return recordedRun(path(`${name}.hagstone`)).processes
    }
    expect(await processes('children', [])).toBeGreaterThan(1)
    expect(await processes('alone', ['--follow', 'none'])).toBe(1)
  })

  test('a set-user-ID program that the program starts runs without being recorded, and is named', async () => {
    execFileSync('cp', ['/bin/true', path('other-identity')])
    chmodSync(path('other-identity'), 0o4755)
    const command = ['sh', '-c', '"$0"; echo "status $?"', path('other-identity')]
    const unrecorded = await record('identity', ['--tool', 'dead-stores'], command)
    expect(unrecorded).toMatchObject({ status: 0, stdout: 'status 0\n' })
    expect(unrecorded.stderr).toContain(`${path('other-identity')} ran without being recorded: it is set-user-ID, set-group-ID or has file capabilities`)
    expect(await record('identity-alone', ['--tool', 'dead-stores', '--follow', 'none'], command)).toMatchObject({ status: 0, stdout: 'status 0\n' })
  })

  test('static programs are recorded as they are', async () => {
    execFileSync('gcc', ['-O2', '-g', '-static', '-o', path('static'), sampleSource('rezeroed_array')])
    const report = await recorded('static', ['--tool', 'dead-stores'], [path('static'), '50'])
    expect(report.pairs.some(between('rezeroed_array', 'dead store', 'killing store'))).toBe(true)
  })

  test('in bursts, with the share that was covered', async () => {
    const report = await recorded('bursty', ['--tool', 'dead-stores', '--window', '20k/80k'], [sampleProgram('rezeroed_array'), '400'])
    expect(report.run.windows).toMatchObject({ on: 20_000, off: 80_000 })
    expect(report.run.engineReason).toMatch(/every access of the windows is seen\.$/)
    expect(report.run.windows?.covered).toBeGreaterThan(0.15)
    expect(report.run.windows?.covered).toBeLessThan(0.25)
    expect(report.totals['dead-stores']?.exact ?? false).toBe(false)
  })

  test('--duration ends the recording, the program goes on and record ends as it does', async () => {
    const program = compiled('until_stopped', path('.'))
    // The program looks for the control file at the path in the sampler's variable.
    const result = await record(
      'duration',
      ['--tool', 'dead-stores', '--duration', '3'],
      ['env', `HAGSTONE_RECORDING=${path('duration.hagstone-recording/processes')}`, program, '0.2'],
    )
    expect(result.status, result.stderr).toBe(7)
    expect(result.stderr).toContain(`hagstone: The recording ends at --duration 3 s; env continues.\n`)
    expect(recordedRun(path('duration.hagstone'))).toMatchObject({ stoppedBy: '--duration 3 s', exit: { code: null, signal: null } })
  })

  test('--duration reaches every process: one that is killed later had ended its recording', async () => {
    const program = compiled('until_stopped', path('.'))
    const rank = path('stopped.hagstone-recording/rank-1')
    const env = { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '2' }
    const { signal } = await record(
      'stopped',
      ['--tool', 'dead-stores', '--duration', '3'],
      ['env', `HAGSTONE_RECORDING=${join(rank, 'processes')}`, program, '0.2', 'killed'],
      { env },
    )
    expect(signal).toBe('SIGKILL')
    const states = rawFilesIn(rank).map((name) => readRawFile(join(rank, name)).header.state)
    expect(states.length).toBeGreaterThan(0)
    expect(states).not.toContain('running')
  })

  test.skipIf(process.getuid?.() !== 0)('a child of a process that became another user is recorded (needs root)', async () => {
    const { status, stderr } = await record('rights', ['--tool', 'dead-stores'], [compiled('becomes_another_user', path('.'))])
    expect(status, stderr).toBe(0)
    expect(stderr).not.toContain('without being recorded')
    const { pairs } = await reported(path('rights.hagstone'))
    const inChild = pairs.filter(({ source, target }) => [source, target].every((chain) => leafOf(chain).function === 'store_in_child'))
    expect(sum(inChild, ({ instances }) => instances)).toBe(16_000)
  })

  for (const [options, names] of [
    [{}, ['a_name_that_is_longer_than_the_path_of_the_program']],
    [long, ['short']],
  ] as const)
    test.each(names)('a program that another executed reads the command line that it was given: %s', options, async (name) => {
      // Bash reads ~/.bashrc if its standard input is a socket and no shell runs it: a recording of minutes.
      const { stdout } = await record(`named-${name}`, ['--tool', 'dead-stores'], ['bash', '--norc', '-c', `exec -a ${name} cat /proc/self/cmdline`])
      expect(stdout).toBe(`${name}\0/proc/self/cmdline\0`)
    })

  test('a target killed from outside leaves what was counted up to then', async () => {
    const script = `"$0" 1000000000 & until [ -e "$1" ]; do sleep 0.05; done; kill -KILL $!; wait`
    const running = record('killed', ['--tool', 'dead-stores'], ['sh', '-c', script, sampleProgram('rezeroed_array'), path('enough')])
    // Far more bytes than the shell stores.
    await expect.poll(() => readLiveSnapshot(path('killed.hagstone-recording')).accessed['dead-stores']).toBeGreaterThan(1e7)
    writeFileSync(path('enough'), '')
    const { status, stderr } = await running
    expect(status, stderr).toBe(0)
    const { pairs } = await reported(path('killed.hagstone'))
    expect(pairs.some(between('rezeroed_array', 'dead store', 'killing store'))).toBe(true)
  })

  test('a rank leaves its raw recording, which says which it is', async () => {
    const env = { OMPI_COMM_WORLD_RANK: '1', OMPI_COMM_WORLD_SIZE: '2' }
    const { status, stderr } = await record('ranks', ['--tool', 'dead-stores'], [sampleProgram('rezeroed_array'), '20'], { env })
    expect(status, stderr).toBe(0)
    expect(readdirSync(path('ranks.hagstone-recording'))).toEqual(['rank-1'])
    expect((await reported(path('ranks.hagstone-recording'))).run.ranks).toEqual([1])
  })

  test('an installation whose path LD_PRELOAD cannot name is copied to the cache', async () => {
    const native = path('a blank: and a colon')
    execFileSync('mkdir', ['-p', join(native, 'exhaustive')])
    execFileSync('cp', ['-a', join(nativeDirectories()[0] ?? '', 'exhaustive/libexec'), join(native, 'exhaustive')])
    execFileSync('ln', ['-s', join(nativeDirectories()[0] ?? '', 'symbols'), native])
    const { status, stderr } = await record('spaced', ['--tool', 'dead-stores'], ['true'], {
      env: { HAGSTONE_NATIVE_DIRECTORY: native, XDG_CACHE_HOME: path('cache') },
    })
    expect(status, stderr).toBe(0)
    expect(readdirSync(path('cache/hagstone')).filter((name) => name.startsWith('exhaustive-'))).toHaveLength(1)
  })
})

describe.skipIf(!exhaustiveEngineIsBuilt)('what cannot be measured is refused in one line before it runs', () => {
  async function refusal(command: string[], options: string[] = [], surroundings: Options = {}): Promise<string> {
    const { status, stdout, stderr } = await record('refused', ['--tool', 'dead-stores', ...options], command, surroundings)
    expect({ status, stdout }).toEqual({ status: 125, stdout: '' })
    expect(readdirSync(path('.')).filter((name) => name.startsWith('refused'))).toEqual([])
    expect(stderr).toMatch(/^hagstone: [^\n]+\n$/)
    return stderr
  }

  beforeAll(() => {
    writeFileSync(
      path('wide.c'),
      '#include <stdio.h>\ndouble a[4096];\nint main(void) { for (int i = 0; i < 4096; i++) a[i] = a[i] * 3 + i; printf("%g\\n", a[9]); }\n',
    )
    execFileSync('gcc', ['-O3', '-march=skylake-avx512', '-mprefer-vector-width=512', '-o', path('wide'), path('wide.c')])
  })

  test('AVX-512 in the program', async () => {
    expect(await refusal([path('wide')])).toContain(`${path('wide')} needs AVX-512 (main), which Valgrind does not have; build it without`)
  })

  test('AVX-512 that is met on the way is named as what ended the program', async () => {
    const { status, stdout, stderr } = await record('met', ['--tool', 'dead-stores'], ['sh', '-c', '"$0"; echo went on', path('wide')])
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: 'went on\n' })
    expect(stderr).toContain(
      'The program, or one that it started, executed AVX-512 instructions, which Valgrind does not support, and got SIGILL; build it without',
    )
  })

  test.each(['v', 'd'])('a limit of address space: ulimit -%s', (limit) => {
    const command = ['record', '--engine', 'exhaustive', '--output', path('refused.hagstone'), 'true']
    const limited = spawnSync('bash', ['-c', `ulimit -S${limit} 100000000; exec "$@"`, 'bash', ...commandLine, ...command], { encoding: 'utf8' })
    expect(limited).toMatchObject({
      status: 125,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^hagstone: ulimit -${limit} is 100000000 KiB here.*; lift the limit: ulimit -${limit} unlimited\\.\n$`)),
    })
  })

  test('no Valgrind in PATH', async () => {
    expect(await refusal(['/bin/true'], [], { env: { PATH: path('.') } })).toMatch(/Valgrind|valgrind/)
  })

  test('file capabilities, in Valgrind’s words', async () => {
    execFileSync('cp', ['/bin/true', path('capable')])
    if (spawnSync('setcap', ['cap_net_raw+ep', path('capable')]).status !== 0) return
    const { status, stderr } = await record('capable', ['--tool', 'dead-stores'], [path('capable')])
    expect(status).toBe(125)
    expect(stderr).toContain('could not be run under Valgrind')
  })
})

test('tools of the other engines are rejected with the alternative', async () => {
  const spatial = await hagstone(['record', '--engine', 'software', '--tool', 'spatial-loads', 'true'])
  expect(spatial).toMatchObject({ status: 125, stderr: expect.stringContaining('add --engine exhaustive') })
  const sharing = await record('never', ['--tool', 'false-sharing'], ['true'])
  expect(sharing).toMatchObject({ status: 125, stderr: expect.stringContaining('record it without --engine exhaustive') })
})

test('the Valgrind packages that set-up installs are named for each distribution', () => {
  const requirements = readFileSync(join(import.meta.dirname, '../../../scripts/setup/requirements.sh'), 'utf8')
  expect(requirements).toMatch(/^exhaustive\s+command:valgrind\s/m)
})

describe.skipIf(!exhaustiveEngineIsBuilt)('record --calibrate', () => {
  const sample = (): string[] => [sampleProgram('rezeroed_array'), '8000']

  test('reweights the recording by a second run, of which nothing is left but the weights', async () => {
    const { status, stdout, stderr } = await hagstone([
      'record',
      '--rate',
      '2500',
      '--max-overhead',
      '0',
      '--calibrate',
      '--output',
      path('calibrated.hagstone'),
      '--',
      ...sample(),
    ])
    expect(status, stderr).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('The program runs twice')
    expect(readdirSync(path('.')).filter((name) => name.startsWith('calibrated'))).toEqual(['calibrated.hagstone'])
    const { run, totals } = await reported(path('calibrated.hagstone'))
    expect(run).toMatchObject({ engine: 'software', driver: 'accesses', unit: 'bytes', reweighted: { command: sample(), sameInput: true } })
    expect(run.reweighted?.covered).toBeGreaterThan(0.9)
    // Each round stores the array of 128 KiB twice; every second store of it is dead, however long either takes.
    expect(totals['dead-stores']?.fraction).toBeGreaterThan(0.35)
    expect(totals['dead-stores']?.fraction).toBeLessThan(0.65)
    expect((totals['dead-stores']?.waste ?? 0) + (totals['dead-stores']?.use ?? 0)).toBeGreaterThan(0.9 * 8000 * 2 * 131_072)
  })

  test('counts what the C library does: it chooses the same functions in both runs', async () => {
    const report = async (name: string, options: string[]): Promise<Report> => {
      const { status, stderr } = await hagstone([
        'record',
        '--tool',
        'dead-stores',
        '--rate',
        '5000',
        '--max-overhead',
        '0',
        '--output',
        path(`${name}.hagstone`),
        ...options,
        '--',
        compiled('copied_twice', path('.')),
        '320000',
      ])
      expect(status, stderr).toBe(0)
      return reported(path(`${name}.hagstone`))
    }
    const { run, totals, notes } = await report('copied', ['--calibrate'])
    expect(notes).toContainEqual(expect.stringContaining('GLIBC_TUNABLES'))
    expect(run.reweighted?.counted).toBeGreaterThan(0.9)
    // Half of what memcpy stores is stored over before it is read.
    expect(totals['dead-stores']?.fraction).toBeGreaterThan(0.3)
    expect(totals['dead-stores']?.fraction).toBeLessThan(0.7)
    expect((await report('not-calibrated', [])).notes).not.toContainEqual(expect.stringContaining('GLIBC_TUNABLES'))
  })

  test('of an existing profile, with another input', async () => {
    const recording = await hagstone([
      'record',
      '--rate',
      '2500',
      '--max-overhead',
      '0',
      '--tool',
      'dead-stores',
      '--output',
      path('earlier.hagstone'),
      '--',
      ...sample(),
    ])
    expect(recording.status, recording.stderr).toBe(0)
    const { status, stderr } = await hagstone(['record', '--calibrate', path('earlier.hagstone'), '--calibrate-with', `${sampleProgram('rezeroed_array')} 500`])
    expect(status, stderr).toBe(0)
    const { run, totals } = await reported(path('earlier-calibrated.hagstone'))
    expect(run.reweighted).toMatchObject({ command: [sampleProgram('rezeroed_array'), '500'], sameInput: false, accessRate: null })
    expect(totals['dead-stores']?.ci95).toBeNull()
    const again = await hagstone(['record', '--calibrate', path('earlier-calibrated.hagstone')])
    expect(again).toMatchObject({ status: 125, stderr: expect.stringContaining('already counts accesses') })
  })

  test('gives the counting run the file on standard input again, and reports if it cannot', async () => {
    needSampling()
    const script = `exec "$@" < "$0"`
    writeFileSync(path('input'), 'a line\n'.repeat(100_000))
    const words = ['record', '--calibrate', '--tool', 'dead-stores', '--output', path('input.hagstone'), '--', 'sort']
    const sorted = spawnSync('bash', ['-c', script, path('input'), ...commandLine, ...words], { encoding: 'utf8' })
    expect(sorted.status, sorted.stderr).toBe(0)
    expect(sorted.stdout).toBe('a line\n'.repeat(100_000))
    expect(sorted.stderr).not.toContain('Standard input')
    const piped = await hagstone(words, { input: 'b\na\n' })
    expect(piped.stderr).toContain('Standard input is a stream that can be read only once')
  })

  test.each([
    [['--calibrate-with', 'x', 'true'], '--calibrate-with requires --calibrate'],
    [['--calibrate', '--calibrate-with', '"x', 'true'], '--calibrate-with: A " is opened and not closed'],
    [['--calibrate', '--duration', '3', 'true'], 'omit --duration'],
    [['--calibrate=notes.txt', 'true'], '--calibrate notes.txt: this is not a profile'],
    [['--calibrate', 'x.hagstone', '--rate', '5'], 'accepts only --calibrate-with and --output, not --rate'],
    [['--calibrate', 'x.hagstone', 'true'], 'counts the command of the profile'],
    [['--calibrate', 'nowhere.hagstone'], 'nowhere.hagstone'],
  ])('%j is refused in one line', async (words, line) => {
    const { status, stdout, stderr } = await hagstone(['record', ...words], { cwd: path('.') })
    expect({ status, stdout }).toEqual({ status: 125, stdout: '' })
    expect(stderr).toMatch(/^hagstone: [^\n]+\n$/)
    expect(stderr).toContain(line)
  })
})
