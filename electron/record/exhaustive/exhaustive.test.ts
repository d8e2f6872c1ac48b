/** Messages and arguments before a program runs under the exhaustive engine. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProcessorNeeds } from '../../symbols/symbols_addon.ts'
import { PROCESS_DIRECTORY } from '../../raw/raw_files.ts'
import { defaultExhaustive } from '../options.ts'
import { costRemark, memoryWarning } from './cost_remarks.ts'
import { valgrindArguments } from './engine_run.ts'
import type { EngineRun } from './engine_run.ts'
import { loadedBytes } from '../program/elf_segments.ts'
import { loopLines, moduleLine } from './loops_file.ts'
import { limitObstacle, processLimits } from './machine_limits.ts'
import { neededLibraries } from './needed_libraries.ts'
import { avx512Verdict, choosesByItself } from './processor_needs.ts'
import { findValgrind, knownMinors, notBuilt } from './valgrind.ts'
import { UNRECORDED_FILE } from '../../raw/unrecorded_programs.ts'
import { unrecordedPrograms } from './unrecorded_programs.ts'
import { lastWords, troubles } from './valgrind_log.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hagstone-test-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

describe('arguments of Valgrind', () => {
  const run: EngineRun = {
    ...defaultExhaustive,
    recordingDirectory: '/runs/100%',
    measure: ['dead-stores', 'reuse-distance'],
    tolerance: 0.01,
    follow: 'none',
    rank: 3,
    loopsFile: 'loops.txt',
    virtual: ['tool=dead-stores', 'tool=silent-stores'],
  }

  test('contain every requested option, and none of the user’s own Valgrind settings', () => {
    expect(valgrindArguments(run)).toEqual([
      '--tool=hagstone',
      '--command-line-only=yes',
      '--quiet',
      '--sigill-diagnostics=yes',
      '--log-file=/runs/100%%/valgrind-3.log',
      '--vgdb=no',
      '--trace-children=no',
      '--recording=/runs/100%/processes',
      '--measure=dead-stores,reuse-distance',
      '--follow=none',
      '--rank=3',
      '--tolerance=10000000',
      '--granularities=line',
      '--scope=once',
      '--loops=loops.txt',
      '--process-wide=no',
      '--spatial-threshold=200000000',
      '--virtual=tool=dead-stores',
      '--virtual=tool=silent-stores',
    ])
  })

  test('leave out what the tools do not need', () => {
    const bursty = valgrindArguments({ ...run, measure: ['dead-stores'], scope: 'none', window: { on: 5, off: 7 }, virtual: [], rank: null })
    expect(bursty.slice(7)).toEqual([
      '--recording=/runs/100%/processes',
      '--measure=dead-stores',
      '--follow=none',
      '--tolerance=10000000',
      '--window-on=5',
      '--window-off=7',
      '--scope=none',
      '--process-wide=no',
      '--spatial-threshold=200000000',
    ])
    const values = valgrindArguments({
      ...run,
      measure: ['values'],
      scope: 'none',
      virtual: [],
      rank: null,
      values: {
        ...defaultExhaustive.values,
        kinds: ['loads', 'operands'],
        tableSize: 4,
        profile: 'bounds',
        backOff: 0.5,
        constantBackOff: true,
        clearing: false,
        reference: true,
      },
    })
    expect(valgrindArguments({ ...run, byObject: true })).toContain('--reuse-objects=yes')
    expect(values.filter((word) => word.startsWith('--value'))).toEqual([
      '--values=loads,operands',
      '--value-table=4',
      '--value-profile=bounds',
      '--value-back-off=500',
      '--value-back-off-kind=constant',
      '--value-clearing=no',
      '--value-reference=yes',
    ])
    expect(valgrindArguments({ ...run, measure: ['values'] }).filter((word) => word.startsWith('--value'))).toEqual([
      '--values=loads,stores,results,parameters,operands',
    ])
    expect(valgrindArguments({ ...run, measure: ['count'], virtual: [] }).slice(7)).toEqual([
      '--recording=/runs/100%/processes',
      '--measure=count',
      '--follow=none',
      '--rank=3',
    ])
  })
})

describe('limits of the machine', () => {
  const free = { ofProcess: [], overcommit: 0 }
  const table = (addressSpace: string, data: string): string => `Limit                     Soft Limit           Hard Limit           Units
Max data size             ${data} bytes
Max stack size            8388608              unlimited            bytes
Max address space         ${addressSpace} bytes\n`

  test('none', () => {
    expect(limitObstacle(free)).toBeNull()
    expect(processLimits(table('unlimited            unlimited           ', 'unlimited            unlimited           '))).toEqual([])
  })
  test('of address space, and of data, which is all that can be written', () => {
    const ofAddressSpace = processLimits(table('1073741824           unlimited           ', 'unlimited            unlimited           '))
    expect(limitObstacle({ ...free, ofProcess: ofAddressSpace })).toEqual({
      problem: expect.stringContaining('ulimit -v is 1048576 KiB'),
      remedy: 'lift the limit',
      command: 'ulimit -v unlimited',
    })
    const ofData = processLimits(table('unlimited            unlimited           ', '2147483648           2147483648          '))
    expect(limitObstacle({ ...free, ofProcess: ofData })).toEqual({
      problem: expect.stringContaining('ulimit -d is 2097152 KiB'),
      remedy: expect.stringMatching(/^run as root/),
    })
  })
  test('strict accounting of memory', () =>
    expect(limitObstacle({ ...free, overcommit: 2 })).toMatchObject({
      problem: expect.stringContaining('vm.overcommit_memory is 2'),
      remedy: 'permit it',
      command: 'sudo sysctl vm.overcommit_memory=0',
    }))

  test('memory: the factor always, a warning if the program’s own data is too large', () => {
    expect(costRemark({ tools: ['dead-stores'], exhaustive: defaultExhaustive }, 2 ** 30)).toMatch(
      /takes about \d+ to \d+ times as long .* \d+ to \d+ times its memory \(1 GiB are free: enough for a program of \d+ MiB\)/,
    )
    expect(costRemark({ tools: ['dead-stores'], exhaustive: defaultExhaustive }, null)).not.toContain('free')
    expect(memoryWarning({ tools: ['dead-stores'] }, 2 ** 30, 2 ** 34)).toBeNull()
    expect(memoryWarning({ tools: ['dead-stores'] }, 2 ** 33, 2 ** 34)).toMatch(
      /^The program's own data of 8 GiB take about \d+ GiB under the exhaustive engine, and only 16 GiB are free/,
    )
  })

  test('a static array counts as the program’s own data', () => {
    const header = Buffer.alloc(64 + 56 * 2)
    header.writeUInt32BE(0x7f454c46)
    header.writeUInt16BE(0x0201, 4)
    header.writeBigUInt64LE(64n, 32)
    header.writeUInt16LE(56, 54)
    header.writeUInt16LE(2, 56)
    for (const [index, bytes] of [
      [0, 5n],
      [1, 7_000_000_000n],
    ] as const) {
      header.writeUInt32LE(1, 64 + index * 56)
      header.writeBigUInt64LE(bytes, 64 + index * 56 + 40)
    }
    writeFileSync(join(directory, 'large'), header)
    expect(loadedBytes(join(directory, 'large'))).toBe(7_000_000_005)
    writeFileSync(join(directory, 'cut'), header.subarray(0, 70))
    expect(loadedBytes(join(directory, 'cut'))).toBe(0)
    header.writeUInt16BE(0x0202, 4)
    writeFileSync(join(directory, 'big-endian'), header)
    expect(loadedBytes(join(directory, 'big-endian'))).toBe(0)
  })
})

describe('AVX-512', () => {
  const needs = (names: string[], rest: Partial<ProcessorNeeds> = {}): ProcessorNeeds => ({
    avx512: names,
    avx512Count: names.length,
    selectedCount: 0,
    asksProcessor: false,
    ...rest,
  })

  test('in the program itself is rejected', () => {
    expect(avx512Verdict([{ path: '/bin/solver', needs: needs(['step', 'sum', 'main']) }])).toEqual({
      refusal:
        '/bin/solver needs AVX-512 (step and 2 other functions), which Valgrind does not have; build it without, e.g. with -march=x86-64-v3, or record it with the sampling engines.',
      warning: null,
    })
  })
  test('selected at run time causes a warning', () => {
    expect(avx512Verdict([{ path: '/bin/solver', needs: needs([''], { asksProcessor: true }) }])).toEqual({
      refusal: null,
      warning: expect.stringMatching(/^solver \(1 function\) has AVX-512 code/),
    })
  })
  test('in libraries causes a warning unless they check the processor', () => {
    const program = { path: '/bin/solver', needs: needs([]) }
    expect(avx512Verdict([program, { path: '/lib/libfast.so', needs: needs(['dot']) }]).warning).toMatch(/^libfast\.so \(dot\) has/)
    expect(avx512Verdict([program, { path: '/lib/libcrypto.so', needs: needs(['aes'], { asksProcessor: true }) }])).toEqual({ refusal: null, warning: null })
  })
  test('of the C library is ignored', () => {
    for (const path of ['/lib/libc.so.6', '/lib64/ld-linux-x86-64.so.2', '/lib/libm-2.31.so']) expect(choosesByItself(path)).toBe(true)
    for (const path of ['/lib/libcrypto.so.3', '/lib/libmy.so']) expect(choosesByItself(path)).toBe(false)
  })
})

test('loops as lines of text', () => {
  const table = {
    header: Float64Array.of(0x1000, 0x1010),
    parent: Int32Array.of(-1, 0),
    low: Float64Array.of(0x1000, 0x1010),
    high: Float64Array.of(0x1010, 0x1020),
    loop: Uint32Array.of(0, 1),
  }
  expect(loopLines(table)).toBe('loop 1000 -\nloop 1010 0\ncode 1000 1010 0\ncode 1010 1020 1\n')
  expect(moduleLine('ab12', '/a path/x')).toBe('module ab12 /a path/x\n')
  expect(moduleLine('', '/x')).toBe('module - /x\n')
  expect(moduleLine('ab12', '/a\nb')).toBe('')
})

test('libraries that a program is loaded with, its loader among them', async () => {
  const libraries = await neededLibraries(process.execPath, { PATH: '/bin' })
  expect(libraries.filter((path) => /\/(libc\.so\.6|ld-linux-x86-64\.so\.2)$/.test(path))).toHaveLength(2)
  expect(new Set(libraries).size).toBe(libraries.length)
})

describe('Valgrind’s messages', () => {
  test('the last ones say why nothing ran', () => {
    writeFileSync(join(directory, 'valgrind-1.log'), '==1== \n==1== hagstone: no room\n==1== \n')
    expect(lastWords(directory)).toBe('hagstone: no room')
    expect(troubles(directory)).toEqual([])
  })
  test('unknown instructions, and its own failures, are reported', () => {
    writeFileSync(
      join(directory, 'valgrind-2.log'),
      "==2== vex amd64->IR: unhandled instruction bytes: 0x62 0xF1 0x7C\nvalgrind: m_x.c:7 (f): Assertion 'a' failed.\n",
    )
    expect(troubles(directory)).toEqual([
      expect.stringContaining('executed AVX-512 instructions'),
      expect.stringMatching(/^The exhaustive engine failed: .*Assertion 'a' failed/),
    ])
    writeFileSync(join(directory, 'valgrind-2.log'), '==2== vex amd64->IR: unhandled instruction bytes: 0xC4 0xE2 0x79 0x50\n')
    expect(troubles(directory)).toEqual([expect.stringContaining('an instruction that Valgrind does not support (0xC4 0xE2 0x79 0x50), and got SIGILL')])
    const source = readFileSync(join(import.meta.dirname, '../../../native/exhaustive/program/memory_events.c'), 'utf8')
    writeFileSync(
      join(directory, 'valgrind-2.log'),
      `==2== hagstone: ${/the program maps memory at the fixed address 0x/.exec(source)![0]}c000000000; stores\n`,
    )
    expect(troubles(directory)).toEqual([expect.stringMatching(/^The program maps memory at the fixed address 0xc000000000, which/)])
  })
  test('unreadable debug information is reported with its file', () => {
    writeFileSync(
      join(directory, 'valgrind-2.log'),
      '==2== Valgrind: debuginfo reader: ensure_valid failed:\n==2== Valgrind:   valid image size of 18040 for image:\n==2== Valgrind:   "/tmp/a b"\n==2== \n==2== Valgrind: debuginfo reader: Possibly corrupted debuginfo file.\n==2== Valgrind: I can\'t recover.  Giving up.  Sorry.\n',
    )
    expect(troubles(directory)).toEqual([expect.stringMatching(/^Valgrind gave up on the debug information of \/tmp\/a b and ended the program/)])
  })
})

test("a first program that changes its identity is named, not Valgrind's reaction to it", () => {
  const refused =
    "==3== \n==3== Warning: Can't execute setuid/setgid/setcap executable: /usr/bin/ping\n==3== Possible workaround: remove --trace-children=yes, if in effect\n==3== \n"
  const other = mkdtempSync(join(directory, 'other-'))
  writeFileSync(join(other, 'valgrind-3.log'), refused + refused)
  expect(lastWords(other)).toBe("Warning: Can't execute setuid/setgid/setcap executable: /usr/bin/ping")
})

describe('programs that were not recorded', () => {
  const notes = (): string => join(directory, PROCESS_DIRECTORY, UNRECORDED_FILE)
  const noted = (text: string): string[] => {
    mkdirSync(join(directory, PROCESS_DIRECTORY), { recursive: true })
    writeFileSync(notes(), Buffer.concat([Buffer.alloc(8), Buffer.from(text), Buffer.alloc(40)]))
    return unrecordedPrograms(directory)
  }
  test('are named with the reason and how often', () => {
    expect(noted('7\t/bin/ping\tit is set-user-ID\n8\t/bin/worker\tit runs as user 33\n9\t/bin/worker\tit runs as user 33\n')).toEqual([
      '/bin/ping ran without being recorded: it is set-user-ID.',
      '/bin/worker ran 2 times without being recorded: it runs as user 33.',
    ])
  })
  test('are absent if the file is missing or empty', () => {
    expect(unrecordedPrograms(join(directory, 'nowhere'))).toEqual([])
    expect(noted('')).toEqual([])
    writeFileSync(notes(), 'short')
    expect(unrecordedPrograms(directory)).toEqual([])
  })
  test('may have put a link in place of the file', () => {
    const secret = join(directory, 'secret')
    writeFileSync(secret, Buffer.concat([Buffer.alloc(8), Buffer.from('7\t/a\tsecret\n')]))
    rmSync(notes(), { force: true })
    symlinkSync(secret, notes())
    const said = unrecordedPrograms(directory)
    rmSync(notes())
    expect(said).toEqual([expect.stringMatching(/^The programs that ran without being recorded are unknown: .* is not a file written by the engine\.$/)])
  })
  test('may have written anything into the file themselves', () => {
    expect(noted('no tab\na\tb\tc\n1\tb\tc\td\n12\t\u001b[2J/x\twhy\u0007\n13\thalf\ta li')).toEqual(['?[2J/x ran without being recorded: why?.'])
    const many = noted(Array.from({ length: 100 }, (_, i) => `7\t/p${i}\twhy\n`).join(''))
    expect(many).toHaveLength(11)
    expect(many.at(-1)).toBe('90 more programs ran without being recorded.')
  })
})

test('an unsupported Valgrind is named, with the supported versions', () => {
  const cmake = readFileSync(join(import.meta.dirname, '../../../native/exhaustive/CMakeLists.txt'), 'utf8')
  expect(cmake).toContain(`set(oldest_valgrind 3.${knownMinors.oldest})`)
  expect(cmake).toContain(`set(newest_valgrind 3.${knownMinors.newest})`)
  for (const version of ['3.17.0', '3.25.1', '4.0.0', '3.GIT']) expect(notBuilt(version, true).problem).toContain(`and ${version} is installed`)
  expect(notBuilt(`3.${knownMinors.newest}.0`, true)).toEqual({
    problem: 'The exhaustive engine is not built',
    remedy: 'build it',
    command: 'npm run build:native',
  })
  expect(notBuilt(`3.${knownMinors.oldest}.0`, false).problem).toContain('headers and libraries are not installed')
})

test('without Valgrind in PATH the way to install it is named', async () => {
  expect(await findValgrind('/nowhere')).toMatchObject({
    problem: expect.stringContaining('not in any directory of PATH'),
    remedy: 'install Valgrind with its headers',
    ...(existsSync('/usr/bin/apt-get') ? { command: 'sudo apt-get install valgrind' } : {}),
  })
})
