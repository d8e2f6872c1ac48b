import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TOOLS, toolsOf } from '../../../shared/tools.ts'
import { goodMachine, refused } from '../../record/machine/probe.testing.ts'
import { endLeftovers, installForTests, runHagstone, startHagstone } from '../installation.testing.ts'
import type { CommandResult, TestInstallation } from '../installation.testing.ts'

let directory: string
let installation: TestInstallation
let cwd: string

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  installation = installForTests(join(directory, 'installation'))
})
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(endLeftovers)
beforeEach(() => {
  cwd = mkdtempSync(join(directory, 'work-'))
})

function record(words: string[], environment: Record<string, string> = {}, from = installation): Promise<CommandResult> {
  return runHagstone(['record', ...words], from, { cwd, environment })
}

describe('the recorded program', () => {
  test('keeps its output; the profile is there and nothing else', async () => {
    const result = await record(['--output', 'run.hagstone', '--', 'echo', '--tool', 'words'])
    expect(result).toMatchObject({ status: 0, signal: null, stdout: '--tool words\n' })
    expect(readdirSync(cwd)).toEqual(['run.hagstone'])
    for (const line of result.stderr.trimEnd().split('\n')) expect(line).toMatch(/^hagstone: /)
    expect(result.stderr).toContain(`hagstone view ${join(cwd, 'run.hagstone')}`)
  })

  test('names the profile by program and time', async () => {
    expect(await record(['true'])).toMatchObject({ status: 0, stdout: '' })
    expect(readdirSync(cwd)).toEqual([expect.stringMatching(/^true-\d{8}-\d{6}\.hagstone$/)])
  })

  test.each([1, 7, 125, 255])('ends with its status %i', async (status) => {
    expect(await record(['--', 'sh', '-c', `exit ${status}`])).toMatchObject({ status })
  })

  test.each(['SIGTERM', 'SIGKILL', 'SIGSEGV', 'SIGABRT', 'SIGINT'] as const)('that died by %s is passed on so, without a core file', async (signal) => {
    expect(await record(['--output', 'dead.hagstone', '--', 'sh', '-c', `kill -${signal.slice(3)} $$`])).toMatchObject({ status: null, signal })
    expect(readdirSync(cwd)).toEqual(['dead.hagstone'])
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1'] as const)('gets %s that hagstone got', async (signal) => {
    const script = `trap 'exit 7' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`
    const running = startHagstone(['record', '--', 'sh', '-c', script], installation, { cwd })
    running.process.stdout?.once('data', () => running.process.kill(signal))
    expect(await running.result).toMatchObject({ status: 7, signal: null })
  })

  test("has the user's environment, with the agent preloaded before existing preloads", async () => {
    const other = join(installation.native, 'libhagstone_agent.so')
    const copy = join(directory, 'other.so')
    writeFileSync(copy, readFileSync(other))
    const printed = await record(['--rate', '250', '--seed', '5', '--follow', 'none', '--', 'env'], { LD_PRELOAD: copy, HAGSTONE_PERIOD: '1', OWN: 'value' })
    const lines = printed.stdout.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        `LD_PRELOAD=${other}:${copy}`,
        'HAGSTONE_PERIOD=4000000',
        'HAGSTONE_SEED=5',
        'HAGSTONE_FOLLOW=none',
        'HAGSTONE_TRANSPORT=sigtrap',
        'HAGSTONE_TOOLS=dead-stores,silent-stores,redundant-loads',
        'OWN=value',
      ]),
    )
  })

  test('has the requested settings for the agent in its environment', async () => {
    const asked = [
      '--tool',
      'reuse-distance,false-sharing',
      '--tolerance',
      '2.5%',
      '--granularity',
      'line',
      '--reuse-of',
      'other',
      '--max-overhead',
      '10%',
      '--attribution',
      'none',
      '--reservoir',
      'oldest',
      '--engine',
      'software',
    ]
    const printed = await record([...asked, '--', 'env'], { HAGSTONE_EVENTS: 'all:4:1:0:0', HAGSTONE_TRAP_LOG: '0' })
    const lines = printed.stdout.split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'HAGSTONE_TOOLS=reuse-distance,false-sharing',
        'HAGSTONE_TOLERANCE=25000000',
        'HAGSTONE_GRANULARITY=64',
        'HAGSTONE_REUSE_OF=other',
        'HAGSTONE_MAX_OVERHEAD=100000',
        'HAGSTONE_ATTRIBUTION=none',
        'HAGSTONE_RESERVOIR=oldest',
        'HAGSTONE_ENGINE=software',
        'HAGSTONE_PERIOD=10000000',
      ]),
    )
    expect(lines.filter((line) => /^HAGSTONE_(EVENTS|TRAP_LOG|SEED)=/.test(line))).toEqual([])
    // Without a rate option it starts high; a given rate is constant.
    expect(lines).toEqual(expect.arrayContaining(['HAGSTONE_EARLY_PERIOD=1000000', 'HAGSTONE_EARLY_TIME=3000000000']))
    const constant = await record(['--rate', '100', '--', 'env'], { HAGSTONE_EARLY_PERIOD: '5' })
    expect(constant.stdout.split('\n').filter((line) => line.startsWith('HAGSTONE_EARLY'))).toEqual([])
  })

  test('keeps blocking streams: hagstone makes no pipe non-blocking for it', async () => {
    const flags = await record(['--', 'sh', '-c', 'grep -h flags /proc/self/fdinfo/1 /proc/self/fdinfo/2'])
    const nonBlocking = 0o4000
    for (const line of flags.stdout.trimEnd().split('\n')) expect(Number.parseInt(line.replace(/\D+/, ''), 8) & nonBlocking).toBe(0)
  })
})

describe('scripts', () => {
  test('say which interpreter is recorded', async () => {
    writeFileSync(join(cwd, 'run.sh'), '#!/bin/sh\necho from the script\n', { mode: 0o755 })
    const result = await record(['--output', 'script.hagstone', './run.sh'])
    expect(result).toMatchObject({ status: 0, stdout: 'from the script\n' })
    expect(result.stderr).toContain('hagstone: run.sh is a script: its interpreter /bin/sh and the programs it starts are recorded.\n')
  })
})

describe('refusals are one line and leave nothing behind', () => {
  async function refusal(words: string[], from = installation): Promise<{ status: number | null; line: string }> {
    const { status, stdout, stderr } = await record(words, {}, from)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^hagstone: [^\n]+\n$/)
    return { status, line: stderr.slice('hagstone: '.length, -1).replaceAll(`${cwd}/`, '') }
  }

  test.each([
    [[], 'No program is named; see hagstone record --help.'],
    [['--'], 'No program is named; see hagstone record --help.'],
    [['--tools', 'dead-stores', 'true'], "Unknown option '--tools'; see hagstone record --help."],
    [['--tool', 'silent-store', 'true'], `--tool silent-store: must be one of ${TOOLS.join(', ')}; see hagstone record --help.`],
    [['--tool', 'dead-stores,', 'true'], `--tool : must be one of ${TOOLS.join(', ')}; see hagstone record --help.`],
    [
      ['--tool', 'dead-stores,spatial-loads', 'true'],
      '--tool spatial-loads: only the exhaustive engine measures it; add --engine exhaustive (it observes every access and runs many times slower); see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--tool', 'false-sharing', 'true'],
      `--tool false-sharing: the exhaustive engine measures ${toolsOf('exhaustive').join(', ')}; record it without --engine exhaustive; see hagstone record --help.`,
    ],
    [
      ['--engine', 'exhaustive', '--rate', '100', 'true'],
      '--rate is for the engines that sample; the exhaustive engine sees every access of a program that it starts; see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--pid', '1'],
      '--pid is for the engines that sample; the exhaustive engine sees every access of a program that it starts; see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--window', '1M', 'true'],
      '--window 1M: give the instructions measured / skipped, each from 1000 to 1000T, e.g. 1M/99M; see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--window', '1M/0.5', 'true'],
      '--window 1M/0.5: give the instructions measured / skipped, each from 1000 to 1000T, e.g. 1M/99M; see hagstone record --help.',
    ],
    [['--engine', 'exhaustive', '--window', '1M/99M', '--bursty', 'true'], '--window and --bursty exclude each other; see hagstone record --help.'],
    [['--engine', 'exhaustive', '--scope', 'twice', 'true'], '--scope twice: must be one of once, always, none; see hagstone record --help.'],
    [['--engine', 'exhaustive', '--values', 'loads', 'true'], '--values is an option of the tool values; add --tool values; see hagstone record --help.'],
    [
      ['--engine', 'exhaustive', '--tool', 'values', '--values', 'colours', 'true'],
      '--values colours: must be one of loads, stores, results, parameters, operands, all; see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--tool', 'values', '--value-reference', 'true'],
      '--value-reference is for converging profiles; add --value-profile rising or bounds; see hagstone record --help.',
    ],
    [
      ['--engine', 'exhaustive', '--tool', 'values', '--value-profile', 'rising', '--value-back-off', '2,often', 'true'],
      '--value-back-off 2,often: after the comma, give constant or random; see hagstone record --help.',
    ],
    [['--bursty', 'true'], '--bursty needs --engine exhaustive; see hagstone record --help.'],
    [
      ['--granularity', 'byte,line', 'true'],
      '--granularity byte,line: only the exhaustive engine measures several at once; choose one or add --engine exhaustive; see hagstone record --help.',
    ],
    [['--engine', 'fast', 'true'], '--engine fast: must be one of auto, software, pebs, ibs, exhaustive; see hagstone record --help.'],
    [
      ['--engine', 'pebs', 'true'],
      "Intel's precise events (pebs) cannot sample here: the self-test does not support such events; use --engine software, which needs no hardware counters.",
    ],
    [
      ['--event', 'no-such-event', 'true'],
      '--event no-such-event: no PMU of this machine lists such an event; ls /sys/bus/event_source/devices/*/events shows what there is.',
    ],
    [
      ['--event', 'r82d0', 'true'],
      '--event needs an engine that samples by hardware (pebs or ibs); the software engine samples by CPU time. Omit --event here: software engine: this machine offers no hardware counters; watchpoints trap synchronously.',
    ],
    [['--period', '5', 'true'], '--period 5: a whole number from 100000 to 1000000000000 is required; see hagstone record --help.'],
    [['--period', '-5', 'true'], '--period needs a value that does not begin with -; see hagstone record --help.'],
    [['--period', '1000000000001', 'true'], '--period 1000000000001: a whole number from 100000 to 1000000000000 is required; see hagstone record --help.'],
    [['--rate', 'fast', 'true'], '--rate fast: a number from 0.001 to 10000 samples per second is required; see hagstone record --help.'],
    [['--rate', '0', 'true'], '--rate 0: a number from 0.001 to 10000 samples per second is required; see hagstone record --help.'],
    [['--tolerance', '1', 'true'], '--tolerance 1: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%; see hagstone record --help.'],
    [
      ['--tolerance', '100%', 'true'],
      '--tolerance 100%: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%; see hagstone record --help.',
    ],
    [['--tolerance=-0.5', 'true'], '--tolerance -0.5: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%; see hagstone record --help.'],
    [['--tolerance', 'NaN', 'true'], '--tolerance NaN: a number from 0 up to, but not including, 1 is required, e.g. 0.01 or 1%; see hagstone record --help.'],
    [['--granularity', 'page', 'true'], '--granularity page: must be one of byte, word, line; see hagstone record --help.'],
    [['--reuse-of', 'mine', 'true'], '--reuse-of mine: must be one of same, other; see hagstone record --help.'],
    [['--access-rate', '0', 'true'], '--access-rate 0: a number from 1 to 1000000000000 accesses per second is required; see hagstone record --help.'],
    [['--max-overhead', '200%', 'true'], '--max-overhead 200%: a share from 0.001 to 1 is required, e.g. 5%, or 0 for none; see hagstone record --help.'],
    [['--duration', '0', 'true'], '--duration 0: a number from 0.001 to 31536000 seconds is required; see hagstone record --help.'],
    [['--max-samples', '0', 'true'], '--max-samples 0: a whole number from 1 to 9007199254740991 is required; see hagstone record --help.'],
    [['--until', '2%', 'true'], '--until 2%: ci= and a share from 0.0001 to 0.5 is required, e.g. ci=2%; see hagstone record --help.'],
    [['--until', 'ci=0', 'true'], '--until ci=0: ci= and a share from 0.0001 to 0.5 is required, e.g. ci=2%; see hagstone record --help.'],
    [
      ['--tool', 'reuse-distance', '--until', 'ci=2%', 'true'],
      '--until ci=2%: reuse-distance measures no fraction, so there is no interval; use --duration or --max-samples; see hagstone record --help.',
    ],
    [['--pid', '1', 'true'], '--pid 1 and the program true exclude each other; see hagstone record --help.'],
    [['--pid', 'sh'], '--pid sh: a whole number from 1 to 4194304 is required; see hagstone record --help.'],
    [['--pid', '4194304'], 'process 4194304: there is no such process; ps -e lists running processes.'],
    [
      ['--pid', String(process.pid), '--transport', 'tracer'],
      '--transport tracer records programs from their start only; leave it out with --pid, or start the program by hagstone record.',
    ],
    [['--rate', '5', '--period', '1000000', 'true'], '--period and --rate exclude each other; see hagstone record --help.'],
    [['--skip-range', '65', 'true'], '--skip-range 65: a whole number from 1 to 64 is required; see hagstone record --help.'],
    [
      ['--seed', '18446744073709551616', 'true'],
      '--seed 18446744073709551616: a whole number from 0 to 18446744073709551615 is required; see hagstone record --help.',
    ],
    [['--output'], "Option '-o, --output <value>' argument missing; see hagstone record --help."],
  ])('%j', async (words, line) => {
    expect(await refusal(words)).toEqual({ status: 125, line })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('output in a directory that does not exist', async () => {
    expect(await refusal(['--output', 'no/where.hagstone', 'true'])).toEqual({
      status: 125,
      line: 'no/where.hagstone cannot be written: no does not exist; choose another place with --output.',
    })
  })

  test('output where nothing can be created, even as root', async () => {
    expect(await refusal(['--output', '/proc/run.hagstone', 'true'])).toEqual({
      status: 125,
      line: '/proc/run.hagstone-recording cannot be created: /proc accepts no new directories; choose another place with --output.',
    })
  })

  test('output that is a directory, a pipe, or a file that is no profile', async () => {
    mkdirSync(join(cwd, 'folder'))
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    writeFileSync(join(cwd, 'thesis.txt'), 'years of work')
    expect(await refusal(['--output', 'folder', 'true'])).toEqual({ status: 125, line: 'folder is a directory; give --output the name of a file.' })
    expect(await refusal(['--output', 'pipe', 'true'])).toEqual({
      status: 125,
      line: 'pipe is a device, pipe, or socket, which a profile cannot replace; give --output the name of a file.',
    })
    expect(await refusal(['--output', 'thesis.txt', 'true'])).toEqual({
      status: 125,
      line: 'thesis.txt exists and is not a profile, so it is not replaced; choose another --output.',
    })
    expect(readFileSync(join(cwd, 'thesis.txt'), 'utf8')).toBe('years of work')
    const bookmarks = new DatabaseSync(join(cwd, 'bookmarks.sqlite'))
    bookmarks.exec('CREATE TABLE places (url TEXT)')
    bookmarks.close()
    expect(await refusal(['--output', 'bookmarks.sqlite', 'true'])).toMatchObject({
      line: expect.stringMatching(/^bookmarks\.sqlite exists and is not a profile/),
    })
  })

  test('a program that does not exist, before the machine is checked', async () => {
    const nothing = { native: join(directory, 'no-installation') }
    expect(await refusal(['hagstone-nothing'], nothing)).toMatchObject({ status: 127 })
    expect(await refusal(['true'], nothing)).toMatchObject({
      status: 125,
      line: expect.stringMatching(/^hagstone_probe is not built; run npm run build:native in /),
    })
  })

  test('a machine that forbids perf', async () => {
    const forbidding = installForTests(mkdtempSync(join(directory, 'forbidding-')), {
      probe: {
        ...goodMachine,
        perfEventParanoid: 3,
        debugRegisters: 0,
        watchpointSigtrap: refused('EACCES'),
        watchpointAsync: refused('EACCES'),
        timer: refused('EACCES'),
      },
    })
    expect(await refusal(['true'], forbidding)).toEqual({
      status: 125,
      line: 'perf_event_open is forbidden: kernel.perf_event_paranoid is 3 and CAP_PERFMON is missing, and a tracer does not work either: ptrace is forbidden (EPERM); permit it to every user: sudo sysctl kernel.perf_event_paranoid=2.',
    })
    expect(readdirSync(cwd)).toEqual([])
  })
})

describe('the recording is kept', () => {
  test('when it cannot be analysed, with the command that analyses it', async () => {
    const damaged = installForTests(mkdtempSync(join(directory, 'damaged-')), { raw: new TextEncoder().encode('no recording') })
    const result = await record(['--output', 'run.hagstone', 'true'], {}, damaged)
    expect(result.status).toBe(125)
    const kept = join(cwd, 'run.hagstone-recording')
    expect(result.stderr).toMatch(
      new RegExp(`it is kept; try again, or to another place, with hagstone analyze ${kept} --output ${join(cwd, 'run.hagstone')}\n$`),
    )
    expect(readdirSync(kept).toSorted()).toEqual(['processes', 'recording.json', 'vdso.so'])
    expect(readdirSync(join(kept, 'processes')).toSorted()).toEqual(['control', 'pace', expect.stringMatching(/^process-\d+-1\.hagraw$/)])
    // A process with a descriptor of the inner directory may create files in it; the outer one keeps all others out.
    const modes = ['', 'processes', 'processes/control', 'processes/pace'].map((name) => (statSync(join(kept, name)).mode & 0o7777).toString(8))
    expect(modes).toEqual(['700', '1733', '644', '666'])
    expect(JSON.parse(readFileSync(join(kept, 'recording.json'), 'utf8'))).toMatchObject({
      schema: 'hagstone.recording/1',
      command: ['true'],
      workingDirectory: cwd,
      engine: 'software',
      exit: { code: 0, signal: null, stopped: false },
    })
    expect(readFileSync(join(kept, 'vdso.so')).subarray(0, 4).toString('latin1')).toBe('\x7fELF')

    expect(await runHagstone(['analyze', kept], damaged, { cwd })).toMatchObject({ status: 4, stdout: '' })
    expect(await record(['--output', 'run.hagstone', 'true'])).toMatchObject({ status: 0 })
    expect(readdirSync(cwd).toSorted()).toEqual(['run.hagstone', 'run.hagstone-recording'])
  })

  test('when the profile replaces an older one', async () => {
    for (let run = 0; run < 2; run++) expect(await record(['--output', 'run.hagstone', 'true'])).toMatchObject({ status: 0 })
    expect(readdirSync(cwd)).toEqual(['run.hagstone'])
  })
})

test('a sampler that did not load is reported', async () => {
  const unloadable = installForTests(mkdtempSync(join(directory, 'unloadable-')), { raw: null })
  const result = await record(['--output', 'run.hagstone', 'true'], {}, unloadable)
  expect(result.status).toBe(125)
  expect(result.stderr).toContain('hagstone: true ended (status 0) without loading the sampler: ')
  expect(readdirSync(cwd)).toEqual([])
})

test('an installation whose path LD_PRELOAD cannot name is copied to the cache', async () => {
  const spaced = installForTests(mkdtempSync(join(directory, 'a blank: and a colon-')))
  const cache = join(cwd, 'cache')
  const result = await record(['--output', 'run.hagstone', '--', 'printenv', 'LD_PRELOAD'], { XDG_CACHE_HOME: cache }, spaced)
  expect(result.status).toBe(0)
  const copy = result.stdout.trim()
  expect(copy).toMatch(/\/cache\/hagstone\/libhagstone_agent-[0-9a-f]{16}\.so$/)
  expect(existsSync(copy)).toBe(true)
})

test.runIf(process.geteuid?.() !== 0)('output in a directory that may not be written', async () => {
  chmodSync(cwd, 0o500)
  expect(await record(['--output', 'run.hagstone', 'true'])).toMatchObject({
    status: 125,
    stderr: expect.stringContaining(`${basename(cwd)} is not writable by this user`),
  })
})
