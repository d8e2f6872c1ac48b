/** The recorded program must not notice: its streams, its end, its environment. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { hagstone } from '../../support/hagstone.ts'
import { needSampling } from '../../support/need_sampling.ts'
import { long } from '../../../scripts/test/long.ts'
import { temporaryDirectory } from '../directory.ts'

const path = temporaryDirectory()
const launcher = resolve(import.meta.dirname, '../../../hagstone')
const record = (name: string, command: string[], options: Parameters<typeof hagstone>[1] = {}) =>
  hagstone(['record', '--output', path(`${name}.hagstone`), '--', ...command], options)

test('stdin and stdout pass through byte for byte, and record writes nothing of its own to stdout', async () => {
  const input = `${'a line of input\n'.repeat(20_000)}\u0000\u0001 end`
  const { stdout, status } = await record('cat', ['cat'], { input })
  expect(status).toBe(0)
  expect(stdout).toBe(input)
})

test('stderr keeps the target’s own words', async () => {
  const { stderr } = await record('stderr', ['sh', '-c', 'echo said by the target >&2'])
  expect(stderr).toContain('said by the target\n')
})

for (const [options, statuses] of [
  [{}, [42]],
  [long, [1, 255]],
] as const)
  test.each(statuses)('exit status %d is passed on', options, async (status) => {
    expect((await record(`status-${status}`, ['sh', '-c', `exit ${status}`])).status).toBe(status)
  })

for (const [options, signals] of [
  [{}, ['SIGKILL', 'SIGSEGV', 'SIGTRAP']],
  [long, ['SIGTERM']],
] as const)
  test.each(signals)('a target that dies of %s makes record die of it too', options, async (signal) => {
    const result = await record(signal, ['sh', '-c', `kill -${signal.slice(3)} $$`])
    expect(result.signal).toBe(signal)
  })

test('the environment has the agent’s variables in addition and is otherwise the same', async () => {
  const { stdout } = await record('env', ['env', '-0'])
  const seen = new Map(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((entry): [string, string] => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
  const added = [...seen.keys()].filter((name) => !(name in process.env))
  expect(added.filter((name) => name !== 'LD_PRELOAD' && !name.startsWith('HAGSTONE_'))).toEqual([])
  for (const [name, value] of Object.entries(process.env)) expect([name, seen.get(name)]).toEqual([name, value])
})

test('the target runs in the caller’s directory', async () => {
  writeFileSync(path('marker'), 'here')
  const { stdout } = await record('directory', ['cat', 'marker'], { cwd: path('.') })
  expect(stdout).toBe('here')
})

test('descriptors that the caller opened reach the target under their numbers', () => {
  needSampling()
  const script = `exec 3>"$1" 7>"$2"; shift 2; exec "$0" record --output "$1" -- sh -c 'echo three >&3; echo seven >&7; [ ! -e /proc/$$/fd/5 ]'`
  execFileSync('bash', ['-c', script, launcher, path('three'), path('seven'), path('descriptors.hagstone')], { stdio: 'ignore' })
  expect([readFileSync(path('three'), 'utf8'), readFileSync(path('seven'), 'utf8')]).toEqual(['three\n', 'seven\n'])
})

test('a recorded program writes the same bytes as an unrecorded one', async () => {
  const script = `for i in $(seq 2000); do echo "$i"; done | sort -r | gzip -n > "$0"`
  const { status } = await record('pipeline', ['sh', '-c', script, path('recorded.gz')])
  expect(status).toBe(0)
  execFileSync('sh', ['-c', script, path('plain.gz')])
  expect(readFileSync(path('recorded.gz')).equals(readFileSync(path('plain.gz')))).toBe(true)
})
