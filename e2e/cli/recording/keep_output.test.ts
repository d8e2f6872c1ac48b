/** `record --keep-output`: the end of the program's output, in its profile. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hagstone, commandLine } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { temporaryDirectory } from '../directory.ts'
import { recorded, recordedRun } from '../recorded.ts'

const path = temporaryDirectory()
const [node, entry] = commandLine

test('is printed as it is and kept, of several runs too', async () => {
  const { report, result } = await recorded(
    path('kept.hagstone'),
    ['--keep-output', '--runs', '2'],
    ['sh', '-c', 'echo one; echo two >&2; printf "\\303\\244\\n"'],
  )
  expect(result.stdout).toContain('one\nä\none\nä\n')
  expect(result.stderr.match(/^two$/gm)).toHaveLength(2)
  const { text, leftOut } = report.run.programOutput!
  expect([text.match(/one\n|two\n|ä\n/g)?.length, leftOut]).toEqual([6, 0])
})

test('of a long output only the end is kept, and all of it printed', async () => {
  const { report, result } = await recorded(path('much.hagstone'), ['--keep-output'], ['sh', '-c', 'seq 1 100000'])
  expect(result.stdout.length).toBe(588_895)
  const { text, leftOut } = report.run.programOutput!
  expect(text.length).toBeLessThanOrEqual(1 << 16)
  expect(text.endsWith('\n99999\n100000\n')).toBe(true)
  expect(text.length + leftOut).toBe(588_895)
})

test('is not kept unless that is wished, nor of a process that prints elsewhere', async () => {
  const { report } = await recorded(path('plain.hagstone'), [], ['echo', 'text'])
  expect(report.run.programOutput).toBeUndefined()
  const { status, stderr } = await hagstone(['record', '--keep-output', '--pid', String(process.pid)])
  expect([status, stderr]).toEqual([125, expect.stringMatching(/--keep-output keeps the output of a program that record starts/)])
})

test('a reader that goes away ends the program as without it, and a launcher that is killed does not', async () => {
  needSampling()
  const ended = spawn('sh', ['-c', '"$0" "$1" record --keep-output --output "$2" -- yes | head -n 1', node, entry, path('head.hagstone')], { stdio: 'ignore' })
  await once(ended, 'close')
  expect(recordedRun(path('head.hagstone')).exit?.signal).toBe('SIGPIPE')

  const script = `echo started; until [ -e '${path('killed')}' ]; do sleep 0.02; done; until [ -e '${path('seen')}' ]; do echo after; sleep 0.05; done; echo $? >'${path('status')}'`
  const launcher = spawn(node, [entry, 'record', '--keep-output', '--output', path('killed.hagstone'), '--', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  launcher.stdout.on('data', (text) => (printed += String(text)))
  await expect.poll(() => printed).toBe('started\n')
  launcher.kill('SIGKILL')
  await once(launcher, 'exit')
  spawn('touch', [path('killed')])
  await expect.poll(() => printed).toMatch(/^started\n(after\n)+$/)
  spawn('touch', [path('seen')])
  await expect.poll(() => existsSync(path('status')) && readFileSync(path('status'), 'utf8')).toBe('0\n')
})
