import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { goodMachine, silent } from '../record/machine/probe.testing.ts'
import { endLeftovers, installForTests, runHagstone, startHagstone } from './installation.testing.ts'
import type { CommandResult, TestInstallation } from './installation.testing.ts'

let directory: string
let installation: TestInstallation
let profile: string

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
  installation = installForTests(directory)
  profile = join(directory, 'run.hagstone')
  const recorded = await hagstone('record', '--output', profile, 'true')
  expect(recorded.status).toBe(0)
})
afterEach(endLeftovers)
afterAll(() => rmSync(directory, { recursive: true }))

const hagstone = (...words: string[]): Promise<CommandResult> => runHagstone(words, installation, { cwd: directory })

describe('export', () => {
  test('names its file after the profile, and replaces none without permission', async () => {
    const written = join(directory, 'run.report.json')
    expect(await hagstone('export', profile, '--to', 'json')).toMatchObject({ status: 0, stdout: '', stderr: `hagstone: wrote ${written}\n` })
    expect(JSON.parse(readFileSync(written, 'utf8'))).toMatchObject({ run: { command: ['true'] } })
    expect(await hagstone('export', profile, '--to', 'json')).toMatchObject({
      status: 1,
      stderr: `hagstone: ${written} exists and is not replaced; choose another --output or give --replace.\n`,
    })
    expect(await hagstone('export', profile, '--to', 'json', '--replace')).toMatchObject({ status: 0 })
    expect(await hagstone('export', profile, '--to', 'json', '--top', 'all', '--replace')).toMatchObject({ status: 0 })
    expect(await hagstone('export', profile, '--to', 'html', '--top', '1')).toMatchObject({ status: 0 })
    expect(await hagstone('export', profile, '--to', 'speedscope')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('speedscope opens no file without weights') as string,
    })
  })

  test('lists what it can write', async () => {
    expect(await hagstone('export', profile)).toMatchObject({
      status: 2,
      stderr: 'hagstone: --to is missing; it must be one of pprof, speedscope, firefox, html, csv, json, sarif; see hagstone export --help.\n',
    })
    expect(await hagstone('export', profile, '--to', 'svg')).toMatchObject({
      status: 2,
      stderr: 'hagstone: --to svg: must be one of pprof, speedscope, firefox, html, csv, json, sarif; see hagstone export --help.\n',
    })
    expect(await hagstone('export', profile, '--to', 'csv', '--stacks', 'pair')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--stacks is for --to pprof, speedscope and firefox') as string,
    })
  })
})

describe('help', () => {
  test.each(['record', 'report', 'compare', 'check', 'export', 'view', 'serve', 'connect', 'analyze', 'validate', 'link-flags', 'doctor'])(
    'of %s names every option that it takes, and the exit statuses',
    async (command) => {
      const { status, stdout, stderr } = await hagstone(command, '--help')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^hagstone ${command}`))
      expect(stdout).toContain('Exit status:')
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(140)

      const source = readFileSync(
        new URL(command === 'record' ? './recording/record_arguments.ts' : `./commands/${command.replace('-', '_')}_command.ts`, import.meta.url),
        'utf8',
      )
      const taken = [...source.matchAll(/'?([a-z][a-z-]*)'?: \{ type: '(?:string|boolean)'/g)].map((match) => match[1])
      expect(taken).toContain('help')
      for (const option of taken) expect(stdout).toMatch(new RegExp(`--${option}\\b`))
    },
  )

  test('of hagstone itself names every command', async () => {
    const { status, stdout } = await hagstone('--help')
    expect(status).toBe(0)
    for (const command of ['record', 'report', 'compare', 'check', 'export', 'view', 'serve', 'connect', 'analyze', 'validate', 'link-flags', 'doctor'])
      expect(stdout).toContain(`\nhagstone ${command} `)
  })

  test('the version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
    expect(await hagstone('--version')).toMatchObject({ status: 0, stdout: `hagstone ${version}\n` })
  })
})

test.each(['view', 'serve', 'report'])('%s of a file that does not exist is one line and status 4', async (command) => {
  expect(await hagstone(command, 'nothing.hagstone')).toMatchObject({
    status: 4,
    stdout: '',
    stderr: 'hagstone: nothing.hagstone does not exist; check the path\n',
  })
})

test('validate of a program that does not exist is one line and status 2, and leaves no output', async () => {
  expect(await hagstone('validate', '--output', 'curves.json', '--', './nothing')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'hagstone: ./nothing does not exist; check the spelling and the directory.\n',
  })
  expect(existsSync(join(directory, 'curves.json'))).toBe(false)
})

describe('wrong usage is one line and status 2', () => {
  test.each([
    [
      ['rekord'],
      'Unknown command rekord; the commands are record, report, compare, check, export, embed-sources, view, serve, connect, analyze, validate, link-flags, doctor, completion; see hagstone --help.',
    ],
    [['--verbose'], "Unknown option '--verbose'; see hagstone --help."],
    [['completion', 'ksh'], 'ksh: must be one of bash, zsh, fish; see hagstone completion --help.'],
    [['report'], 'Give a file; see hagstone report --help.'],
    [['embed-sources', '--yes', '--remove', 'a'], '--yes adds sources and --remove removes them; give only one; see hagstone embed-sources --help.'],
    [['compare', 'a'], 'Give two profiles, OLD and NEW; see hagstone compare --help.'],
    [['report', 'a', 'b'], 'Give only one file; b is one too many; see hagstone report --help.'],
    [['report', '--json', '--csv', 'a'], '--json and --csv exclude each other; see hagstone report --help.'],
    [['report', '--top', 'most', 'a'], '--top most: a whole number from 1 to 1000000 is required; see hagstone report --help.'],
    [
      ['report', '--view', 'cube', 'a'],
      '--view cube: must be one of findings, pairs, tree, flat, cpu-time, reuse, values, objects, regions, ranks, threads, stats; see hagstone report --help.',
    ],
    [['analyze'], 'Give a directory; see hagstone analyze --help.'],
    ...['0/4', '5/4', '1/1000000', '1.5/4'].map((shard): [string[], string] => [
      ['analyze', `--shard=${shard}`, 'ranks'],
      `--shard ${shard}: I/N is needed, with N from 1 to 999999 and I from 1 to N, e.g. 3/16; see hagstone analyze --help.`,
    ]),
    [['analyze', '--shard', '1/2', '--reduce', 'ranks'], '--shard and --reduce exclude each other; see hagstone analyze --help.'],
    [['analyze', '--shard', '1/2', '--output', 'a', 'ranks'], '--shard writes into the directory; --output goes with --reduce; see hagstone analyze --help.'],
    [['link-flags', 'solver.o'], 'solver.o is no option; see hagstone link-flags --help.'],
    [['doctor', 'now'], 'now is no option; see hagstone doctor --help.'],
    [['doctor', '--json', '--report'], '--json and --report exclude each other; see hagstone doctor --help.'],
    [['serve', '--port', '70000'], '--port 70000: a whole number from 0 to 65535 is required; see hagstone serve --help.'],
    [['serve', '--port', '1', '--socket', 'x'], '--port and --socket exclude each other; see hagstone serve --help.'],
    [['view', '--nothing'], "Unknown option '--nothing'; see hagstone view --help."],
  ])('%j', async (words, line) => {
    expect(await hagstone(...words)).toMatchObject({ status: 2, stdout: '', stderr: `hagstone: ${line}\n` })
  })
})

describe('report', () => {
  test('prints text, JSON and CSV', async () => {
    expect(await hagstone('report', profile)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('true') })
    const { stdout } = await hagstone('report', '--json', profile)
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'hagstone.report/2', run: { command: ['true'], exit: { code: 0 } } })
    expect((await hagstone('report', '--csv', profile)).stdout).toMatch(/^id,title,/)
    expect((await hagstone('report', '--view', 'pairs', '--csv', profile)).stdout).toMatch(/^tool,relation,/)
  })

  test('ends quietly when its reader closes the pipe', async () => {
    const running = startHagstone(['report', '--json', profile], installation, { cwd: directory })
    running.process.stdout?.destroy()
    expect(await running.result).toMatchObject({ status: 0, stderr: '' })
  })

  test('of a file that is not a profile: status 4', async () => {
    writeFileSync(join(directory, 'letter.hagstone'), 'dear reader')
    for (const file of ['letter.hagstone', 'missing.hagstone', '.']) {
      expect(await hagstone('report', file)).toMatchObject({ status: 4, stdout: '', stderr: expect.stringMatching(/^hagstone: [^\n]+\n$/) })
    }
  })
})

describe('analyze', () => {
  test('of something that is not a recording: status 4', async () => {
    expect(await hagstone('analyze', 'nowhere')).toMatchObject({
      status: 4,
      stderr: `hagstone: ${join(directory, 'nowhere')} cannot be read (ENOENT); name the directory of a raw recording.\n`,
    })
    expect(await hagstone('analyze', profile)).toMatchObject({ status: 4, stderr: expect.stringContaining('is not a directory') })
  })

  test('--shard leaves nothing in a directory without a recording: status 4', async () => {
    const empty = mkdtempSync(join(directory, 'empty-'))
    expect(await hagstone('analyze', '--shard', '1/2', empty)).toMatchObject({
      status: 4,
      stderr: `hagstone: ${empty} contains no raw recording; name the directory that the ranks recorded into.\n`,
    })
    expect(readdirSync(empty)).toEqual([])
  })

  test('replaces only profiles', async () => {
    const letter = join(directory, 'thesis.txt')
    writeFileSync(letter, 'dear reader')
    const result = await hagstone('analyze', directory, '--output', letter)
    expect(result).toMatchObject({ status: 4, stderr: `hagstone: ${letter} exists and is not a profile, so it is not replaced; choose another --output.\n` })
    expect(readFileSync(letter, 'utf8')).toBe('dear reader')
  })
})

describe('link-flags', () => {
  test("prints the flags of the build, with the archive's current path", async () => {
    const flags = join(installation.native, 'libhagstone_agent.flags')
    expect(await hagstone('link-flags')).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/^hagstone: libhagstone_agent\.a is not built; run npm run build:native in /),
    })
    writeFileSync(join(installation.native, 'libhagstone_agent.a'), '')
    writeFileSync(flags, '-Wl,--eh-frame-hdr -Wl,--wrap=fork /build/elsewhere/libhagstone_agent.a\n')
    expect(await hagstone('link-flags')).toEqual({
      status: 0,
      signal: null,
      stderr: '',
      stdout: `-Wl,--eh-frame-hdr -Wl,--wrap=fork ${installation.native}/libhagstone_agent.a\n`,
    })
  })
})

describe('doctor', () => {
  test('prints one object with --json, and exits with 0 where recording works', async () => {
    const { status, stdout } = await hagstone('doctor', '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'hagstone.doctor/1', engine: 'software' })
  })

  test('prints Markdown with --report', async () => {
    const { status, stdout } = await hagstone('doctor', '--report')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^### Hagstone \d/)
    expect(stdout).toContain('| Execution breakpoints | works |')
  })

  test('exits with 3 where nothing works', async () => {
    const dead = installForTests(mkdtempSync(join(directory, 'dead-')), { probe: { ...goodMachine, timer: silent } })
    const { status, stdout } = await runHagstone(['doctor'], dead, { cwd: directory })
    expect(status).toBe(3)
    expect(stdout).toMatch(/Recording does not work here: CPU-time events open but never fire/)
  })
})

const howToGetAnother = 'hagstone: The address opens in one browser, within an hour. For another, run hagstone serve --address.\n'

describe('serve', () => {
  test('prints its address, serves until it is interrupted, and exits with 0', async () => {
    const socket = join(directory, 'windows.socket')
    const running = startHagstone(['serve', '--no-open', '--socket', socket], installation, { cwd: directory })
    await new Promise((resolve) => running.process.stdout?.once('data', resolve))
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    running.process.kill('SIGINT')
    expect(await running.result).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:PORT\/\?token=[\w-]{32}\n$/),
      stderr: howToGetAnother,
    })
  })
})

describe('the app without a display', () => {
  test.each([
    ['view', () => ['view', profile]],
    ['no command', () => []],
  ] as const)('%s serves the windows instead and says why', async (_name, words) => {
    const running = startHagstone([...words()], installation, { cwd: directory, environment: { DISPLAY: '', WAYLAND_DISPLAY: '' } })
    await new Promise((resolve) => running.process.stdout?.once('data', resolve))
    running.process.kill('SIGTERM')
    expect(await running.result).toEqual({
      status: 0,
      signal: null,
      stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n$/),
      stderr: 'hagstone: The app is served to the browser, because no display is set.\n' + howToGetAnother,
    })
  })
})
