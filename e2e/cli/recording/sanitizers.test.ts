/** Programs built with sanitizers end as they do alone, and find the same. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRawHeader } from '../../../electron/raw/raw_header.ts'
import { HEADER_SIZE } from '../../../electron/raw/raw_layout.ts'
import { stableAgentPath } from '../../../electron/record/agent_library.ts'
import { sanitizersOf } from '../../../electron/record/program/sanitizers.ts'
import { targetEnvironment } from '../../../electron/record/target_environment.ts'
import { hagstone } from '../../support/hagstone.ts'
import { temporaryDirectory } from '../directory.ts'
import { needSampling } from '../../support/need_sampling.ts'

const path = temporaryDirectory()
const source = resolve(import.meta.dirname, '../programs/sanitized.c')
const environment = { PATH: process.env['PATH']! }

interface Ended {
  status: number | null
  stdout: string
  found: string[]
}

function built(compiler: string, sanitizer: string, options: string[] = []): string {
  const program = path(`${compiler}-${sanitizer}${options.length}`)
  execFileSync(compiler, ['-O1', '-g', `-fsanitize=${sanitizer}`, ...options, '-o', program, source, '-lpthread'])
  return program
}

function run(command: string[], env: Record<string, string>): Ended {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { env, encoding: 'utf8' })
  return { status, stdout, found: stderr.split('\n').filter((line) => /SUMMARY|runtime error/.test(line)) }
}

let recordings = 0
/** `executables`: those that were sampled. */
function recorded(program: string, command: string[], own: Record<string, string> = {}): { ended: Ended; executables: string[] } {
  const directory = path(`raw${recordings++}`)
  mkdirSync(directory)
  const variables = { HAGSTONE_RECORDING: directory, HAGSTONE_PERIOD: '2000000' }
  const ended = run(command, targetEnvironment({ ...environment, ...own }, variables, stableAgentPath(), sanitizersOf(program, own).runtime))
  const headers = readdirSync(directory).map((name) => readRawHeader(new DataView(readFileSync(join(directory, name)).buffer, 0, HEADER_SIZE), name))
  return { ended, executables: headers.filter(({ failure }) => failure === '').map(({ executable }) => executable) }
}

describe.each([
  ['gcc', 'address', [], ['none', 'leak', 'overflow']],
  ['gcc', 'thread', [], ['race']],
  ['gcc', 'undefined', [], ['undefined']],
  ['gcc', 'leak', [], ['leak']],
  ['clang', 'address', [], ['none', 'leak', 'overflow']],
  ['clang', 'address', ['-shared-libasan'], ['none', 'leak']],
  ['clang', 'thread', [], ['race']],
  ['clang', 'undefined', [], ['undefined']],
  ['clang', 'memory', [], ['uninitialised']],
] as const)('%s -fsanitize=%s %j', (compiler, sanitizer, options, faults) => {
  test(sanitizer === 'address' ? 'started, and as a child of a shell, of make and of env -i' : 'started', () => {
    needSampling()
    const program = built(compiler, sanitizer, [...options])
    expect(sanitizersOf(program, {}).refusesValgrind).toBe(sanitizer === 'undefined' ? null : sanitizer)
    // Where the shared library of clang's is not on the loader's path.
    const own = options.length === 0 ? {} : { LD_LIBRARY_PATH: execFileSync(compiler, ['--print-runtime-dir'], { encoding: 'utf8' }).trim() }
    for (const fault of faults) {
      const alone = run([program, fault], { ...environment, ...own })
      const { ended, executables } = recorded(program, [program, fault], own)
      expect(ended, fault).toEqual(alone)
      expect(executables).toContain(program)
    }
    if (sanitizer !== 'address') return
    writeFileSync(path('makefile'), 'check:\n\t@$(PROGRAM) none || test $$? = 3\n')
    for (const command of [
      ['sh', '-c', `"$0" ${faults.at(-1)}; echo ended by $?`, program],
      ['make', '-f', path('makefile'), 'check', `PROGRAM=${program}`],
      ['env', '-i', ...Object.entries(own).map((entry) => entry.join('=')), program, 'none'],
    ]) {
      const { ended, executables } = recorded('/bin/true', command, own)
      expect(ended, command[0]).toEqual(run(command, { ...environment, ...own }))
      expect(executables).toContain(program)
    }
  })
})

test('record gives the program its status, and does not trace one that looks for leaks', async () => {
  const program = built('gcc', 'address')
  const result = await hagstone(['record', '--output', path('asan.hagstone'), '--', program, 'none'])
  expect(result).toMatchObject({ status: 3, stdout: 'done\n' })

  const refused = await hagstone(['record', '--transport', 'tracer', '--output', path('never.hagstone'), '--', program, 'none'])
  expect(refused).toMatchObject({ status: 125, stdout: '' })
  expect(refused.stderr).toMatch(
    /^hagstone: .* is built with LeakSanitizer, which fails in a traced process, and the sampler would trace it; omit --transport tracer, or set ASAN_OPTIONS=detect_leaks=0\.\n$/,
  )

  const exhaustive = await hagstone(['record', '--engine', 'exhaustive', '--output', path('never.hagstone'), '--', program, 'none'])
  expect(exhaustive).toMatchObject({ status: 125, stdout: '' })
  expect(exhaustive.stderr).toMatch(
    /^hagstone: .* is built with -fsanitize=address, which does not work under Valgrind; build it without, or omit --engine exhaustive\.\n$/,
  )

  const child = await hagstone(['record', '--transport', 'tracer', '--output', path('child.hagstone'), '--', 'sh', '-c', `"$0" none; echo $?`, program])
  expect(child).toMatchObject({ status: 0, stdout: 'done\n3\n' })
  expect(child.stderr).toMatch(/was not sampled: LeakSanitizer does not work in a traced process\./)
})
