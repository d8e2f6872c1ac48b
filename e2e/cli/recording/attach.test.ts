/** Recording a process that runs already, and leaving it alone again. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { readLiveSnapshot } from '../../../electron/raw/live/live_snapshot.ts'
import { rawFilesIn } from '../../../electron/raw/raw_files.ts'
import { leafOf } from '../../../shared/profile/frame.ts'
import { commandLine, hagstone } from '../../support/hagstone.ts'
import type { Result } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'
import { asNobody, canBecomeNobody } from '../other_user.ts'
import { compiled, reported } from '../recorded.ts'

const path = temporaryDirectory()
const started: ChildProcess[] = []
let busy: string
beforeAll(() => {
  busy = compiled('busy', path('.'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** The program at work, which ends with status 7 when its input ends. */
async function startBusy(program = busy, words: string[] = []): Promise<ChildProcess & { pid: number }> {
  needSampling()
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  await once(child.stdout, 'data')
  return child as ChildProcess & { pid: number }
}

const record = (name: string, options: string[]): Promise<Result> =>
  hagstone(['record', '--rate', '500', '--tool', 'dead-stores', '--output', path(`${name}.hagstone`), ...options])

async function endOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit')
  child.stdin?.end()
  return ended
}

async function expectKnownAnswer(name: string): Promise<void> {
  const report = await reported(path(`${name}.hagstone`))
  expect(report.run).toMatchObject({ command: [busy], exit: { code: null, signal: null }, processes: 1 })
  expect(report.stats.traps).toBeGreaterThan(0)
  expect(report.totals['dead-stores']?.fraction).toBeGreaterThan(0.9)
  expect(report.pairs[0]?.source.map((frame) => frame.function)).toEqual(expect.arrayContaining(['main', 'work']))
  expect(leafOf(report.pairs[0]!.source).file).toMatch(/busy\.c$/)
  expect(report.notes.join('\n')).toContain('Recording began while process')
}

test('a profile of the running process, which goes on and ends as ever', async () => {
  const child = await startBusy()
  const result = await record('duration', ['--pid', String(child.pid), '--max-samples', '100'])
  expect(result.status, result.stderr).toBe(0)
  expect(result.stdout).toBe('')
  expect(result.stderr).toContain(`hagstone: The recording ends at --max-samples 100; process ${child.pid} continues.\n`)
  await expectKnownAnswer('duration')
  expect(readdirSync(path('.'))).not.toContain('duration.hagstone-recording')

  const again = await record('again', ['--pid', String(child.pid), '--max-samples', '100'])
  expect(again.status, again.stderr).toBe(0)
  await expectKnownAnswer('again')
  expect(await endOf(child)).toEqual([7, null])
})

test('a process that is being recorded is rejected, and its recording continues', async () => {
  const child = await startBusy()
  const first = record('first', ['--pid', String(child.pid)])
  while (!existsSync(path('first.hagstone-recording')) || readLiveSnapshot(path('first.hagstone-recording')).traps < 20) await sleep(50)
  const second = await record('second', ['--pid', String(child.pid)])
  expect(second).toMatchObject({ status: 125, stdout: '', stderr: expect.stringMatching(/^hagstone: .*recorded already.*\n$/) })
  expect(existsSync(path('second.hagstone-recording'))).toBe(false)
  expect(await endOf(child)).toEqual([7, null])
  expect((await first).status).toBe(0)
  await expectKnownAnswer('first')
})

test('SIGINT ends the recording, not the process', async () => {
  const child = await startBusy()
  const [node, entry] = commandLine
  const recorder = spawn(
    node,
    [entry, 'record', '--rate', '500', '--tool', 'dead-stores', '--output', path('interrupted.hagstone'), '--pid', String(child.pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  started.push(recorder)
  let said = ''
  recorder.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!said.includes('Recording process')) await once(recorder.stderr, 'data')
  while (readLiveSnapshot(path('interrupted.hagstone-recording')).traps < 20) await sleep(50)
  recorder.kill('SIGINT')
  expect(await once(recorder, 'exit'), said).toEqual([0, null])
  await expectKnownAnswer('interrupted')
  expect(await endOf(child)).toEqual([7, null])
})

test('the process’s end ends the recording', async () => {
  const child = await startBusy()
  const recording = record('ended', ['--pid', String(child.pid)])
  while (!readdirSync(path('.')).includes('ended.hagstone-recording') || rawFilesIn(path('ended.hagstone-recording')).length === 0) {
    await sleep(50)
  }
  expect(await endOf(child)).toEqual([7, null])
  const { status, stderr } = await recording
  expect(status, stderr).toBe(0)
  expect(stderr).toContain(`Process ${child.pid} has ended.`)
})

test('a process that cannot be attached to is rejected in one line and unchanged', async () => {
  const expectRefusal = ({ status, stdout, stderr }: Result, why: RegExp): void => {
    expect({ status, stdout }).toEqual({ status: 125, stdout: '' })
    expect(stderr).toMatch(/^hagstone: [^\n]+\n$/)
    expect(stderr).toMatch(why)
  }
  const gone = await startBusy()
  await endOf(gone)
  expectRefusal(await record('gone', ['--pid', String(gone.pid)]), /there is no such process/)
  expectRefusal(await record('zero', ['--pid', '0']), /a whole number from 1/)

  const fixed = await startBusy(compiled('busy', path('.'), 'gcc', ['-static']))
  expectRefusal(await record('static', ['--pid', String(fixed.pid)]), /statically linked/)
  expect(await endOf(fixed)).toEqual([7, null])
  busy = compiled('busy', path('.'))

  const traced = await startBusy()
  const tracer = spawn('strace', ['-f', '-o', '/dev/null', '-p', String(traced.pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  started.push(tracer)
  if (await Promise.race([once(tracer.stderr, 'data').then(() => true), once(tracer, 'error').then(() => false)])) {
    expectRefusal(await record('traced', ['--pid', String(traced.pid)]), /traces it already/)
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
  }
  expect(await endOf(traced)).toEqual([7, null])
  expect(readdirSync(path('.')).filter((name) => name.includes('recording'))).toEqual([])
})

test.runIf(process.geteuid?.() === 0)('a process in another container', async () => {
  const container = await startBusy('unshare', ['--pid', '--mount', '--fork', '--kill-child', busy])
  const inside = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim()
  const { status, stderr } = await record('container', ['--pid', inside])
  expect(status).toBe(125)
  expect(stderr).toMatch(/^hagstone: [^\n]+it runs in another container; attach from inside that container\n$/)
  expect(await endOf(container)).toEqual([7, null])
})

test.runIf(canBecomeNobody)('another user’s process', async () => {
  const child = await startBusy()
  const [setpriv, ...options] = asNobody
  const other = spawn(setpriv, [...options, ...commandLine, 'record', '--output', '/tmp/never.hagstone', '--pid', String(child.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.push(other)
  let said = ''
  other.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  expect(await once(other, 'close')).toEqual([125, null])
  expect(said).toMatch(/^hagstone: process \d+: it is another user's process; attach as that user or as root\.\n$/)
  expect(await endOf(child)).toEqual([7, null])
})
